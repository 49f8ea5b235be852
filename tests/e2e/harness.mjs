// What a browser test needs:
//
//   import { open } from './harness.mjs';
//   test('the page says its name', async (t) => {
//     const page = await open(t, '#v=1&tp=8', { width: 390, colorScheme: 'dark', locale: 'zh-TW' });
//     …Playwright's page…
//   });
//
// Each test gets a page of its own in one shared Chromium. When the test ends the page is closed, and the test fails if the
// page logged or threw an error or asked anything of another host. A test that expects an error takes it out of
// `page.problems`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium, newPage, serveDist, settled, started, STANDALONE } from './browser.mjs';

export { settled, started, STANDALONE };

let browser;
let server;

after(async () => {
  await (await browser)?.close();
  await (await server)?.close();
});

// Where the built page is served, without a slash at the end.
export async function origin() {
  server ??= serveDist();
  return (await server).origin;
}

// Opens the page at a link: what follows `…/` in its address, such as `#v=1&tp=8` or `?v=1#…`.
export async function open(t, link = '', options = {}) {
  const base = await origin();
  return openAddress(t, `${base}/${link}`, options);
}

// Opens the one-file page from disk, as a person who was sent it would.
export async function openStandalone(t, link = '', options = {}) {
  return openAddress(t, pathToFileURL(STANDALONE).href + link, options);
}

// Opens any address, such as a deck that embeds the page; `started: false` does not wait for Railyard in the top frame.
export async function openAddress(t, address, { started: waits = true, ...options } = {}) {
  const page = await blank(t, options);
  await page.goto(address);
  if (waits) await started(page);
  return page;
}

// An empty page, for tests that set something up before they go to an address.
export async function blank(t, options = {}) {
  browser ??= launchChromium();
  const { page, problems } = await newPage(await browser, await origin(), options);
  page.problems = problems;
  t.after(async () => {
    await page.context().close();
    assert.deepEqual(problems, [], 'the page caused errors');
  });
  return page;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// What axe-core finds wrong with the page for people with disabilities: one line a violation. `options` are axe.run's.
export async function accessibilityViolations(page, options = {}) {
  // By the debugger, since the page's own policy rightly refuses foreign scripts.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map((violation) =>
      violation.id + ': ' + violation.help + ' (' + violation.nodes.map((node) => node.target.join(' ')).join(', ') + ')'))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  return result.value;
}
