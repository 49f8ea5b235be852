// The page loads, by itself and as one file, and asks nothing of anyone.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { open, openAddress, openStandalone, STANDALONE, started } from './harness.mjs';

const fallbackIsHidden = (page) => page.locator('#railyard-fallback').isHidden();

test('the page starts without an error', async (t) => {
  const page = await open(t);
  assert.ok(await fallbackIsHidden(page));
});

test('the one-file page starts from disk', async (t) => {
  const page = await openStandalone(t, '#v=1');
  assert.ok(await fallbackIsHidden(page));
});

test('the one-file page starts in a frame that may only run scripts', async (t) => {
  // As in a deck on disk, which gives its frames no origin.
  const folder = await mkdtemp(join(tmpdir(), 'railyard-deck-'));
  t.after(() => rm(folder, { recursive: true }));
  const deck = join(folder, 'deck.html');
  const frame = `${pathToFileURL(STANDALONE).href}#v=1`;
  await writeFile(deck, `<!DOCTYPE html><title>A deck</title><iframe sandbox="allow-scripts" src="${frame}"></iframe>`);

  const page = await openAddress(t, pathToFileURL(deck).href, { started: false });
  const inside = await (await page.waitForSelector('iframe')).contentFrame();
  await started(inside);
  assert.ok(await fallbackIsHidden(inside));
});
