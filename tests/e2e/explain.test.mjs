// How figures are computed, and the published figures beside ours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityViolations, open, settled } from './harness.mjs';
import { slide } from './railyard.mjs';

const computed = (page) =>
  page.waitForFunction(() => document.querySelectorAll('.claims .claim').length > 0 && !document.querySelector('.claims .pending, .mean')?.innerText.includes('…'), null, { timeout: 60_000 });

test('an explanation opens, and shows the numbers of the scenario as it changes', async (t) => {
  const page = await open(t, '#v=1');
  const shares = page.locator('#shares');
  assert.equal(await shares.locator('.explained').count(), 0);
  await shares.getByText('How is this computed?').click();
  const tp = shares.locator('.explained li').filter({ hasText: 'TP, sent by a GPU' });
  await tp.waitFor();
  assert.match(await tp.innerText(), /TP = \(t − 1\)\/t·ar·2·V·ℓ/);
  assert.match(await tp.innerText(), /\(8 − 1\)\/8·6·2·53\.69 GB·2 = 1\.13 TB/);
  await slide(page, 'tp', -1);
  const degree = await page.locator('#field-tp').inputValue();
  assert.notEqual(degree, '8');
  assert.ok((await tp.innerText()).includes(`(${degree} − 1)/${degree}·6·2·`), await tp.innerText());
});

test('every panel explains itself in both languages', async (t) => {
  for (const [locale, words] of [['en-US', 'How is this computed?'], ['zh-TW', '這是怎麼算的？']]) {
    const page = await open(t, '#v=1&model=deepseek-v3', { locale, width: 390 });
    for (const view of ['heatmap', 'shares', 'topology', 'savings', 'timing', 'sweep', 'search', 'published']) {
      const panel = page.locator(`#${view}`);
      await panel.getByText(words).click();
      await panel.locator('.explained li').first().waitFor();
      assert.doesNotMatch(await panel.locator('.explain').innerText(), /NaN|inf|undefined/);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
    assert.deepEqual(await accessibilityViolations(page), []);
  }
});

test('every published figure is a row, and its link loads exactly its scenario', async (t) => {
  const page = await open(t, '#v=1&view=published');
  await computed(page);
  const rows = await page.locator('.claims .claim:not(.run)').count();
  const all = Number((await page.locator('.verdicts .chip').first().innerText()).replace(/\D/g, ''));
  assert.equal(rows, all);
  assert.ok(rows > 60, `${rows} rows`);
  assert.equal(await page.locator('.claims .run').count(), 18);
  await page.locator('.elsewhere .spread.mean').waitFor({ timeout: 60_000 });
  assert.match(await page.locator('.elsewhere .spread.mean').innerText(), /247/);
  assert.ok(await page.locator('.elsewhere .spread').count() > 5);
  assert.match(await page.locator('#published .sentence').innerText(), /mean error is \d/);
  assert.deepEqual(await accessibilityViolations(page), []);

  for (const section of await page.locator('.claims .section button').all()) await section.click();
  assert.equal(await page.locator('.claims .claim:not(.run):visible').count(), all);
  const row = page.locator('#claim-moe-share, .claims .claim:has(a[href*="moe-1.3b"])').first();
  const href = await row.locator('a').getAttribute('href');
  await row.locator('a').click();
  await settled(page);
  assert.equal(new URL(page.url()).hash, new URL(href).hash);
  assert.equal(await page.locator('#heatmap').count(), 1);
  await page.goBack();
  await settled(page);
  assert.equal(new URL(page.url()).hash, '#v=1&view=published');
  assert.equal(await page.locator('.claims .claim:not(.run)').count(), all);
});

test('a figure that compares runs loads the sweep that passes them', async (t) => {
  const page = await open(t, '#v=1&view=published');
  await computed(page);
  for (const section of await page.locator('.claims .section button').all()) await section.click();
  const link = page.locator('#claim-domain-1-to-8 .load a');
  const href = await link.getAttribute('href');
  assert.match(href, /&view=sweep&layouts=searched$/);
  await link.click();
  await settled(page);
  assert.equal(new URL(page.url()).hash, new URL(href).hash);
  assert.equal(await page.locator('.claims').count(), 0);
  await page.waitForFunction(() => document.querySelectorAll('#sweep tbody tr').length > 8 && !document.querySelector('#sweep progress'), null, { timeout: 60_000 });
  const domains = await page.locator('#sweep tbody th').allTextContents();
  for (const domain of ['1', '8']) assert.ok(domains.some((text) => text.replace(/\D/g, '') === domain), domains.join());
});

test('a section tells how it came out, and unfolds', async (t) => {
  const page = await open(t, '#v=1&view=published');
  await computed(page);
  const visible = page.locator('.claims .claim:not(.run):visible');
  assert.equal(await visible.count(), 0);
  const section = page.locator('.claims .section button').first();
  const counts = (await section.locator('.count:visible').allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));
  await section.click();
  assert.equal(await section.getAttribute('aria-expanded'), 'true');
  assert.equal(await visible.count(), counts.reduce((sum, count) => sum + count));
  await section.press('Enter');
  assert.equal(await visible.count(), 0);
});

test('the filter leaves the rows of one verdict', async (t) => {
  const page = await open(t, '#v=1&view=published');
  await computed(page);
  for (const [sign, verdict] of [['✗', 'not-reproduced'], ['≡', 'consistent']]) {
    const chip = page.locator('.verdicts .chip').filter({ hasText: sign });
    const count = Number((await chip.innerText()).replace(/\D/g, ''));
    assert.ok(count > 0);
    await chip.click();
    assert.equal(await page.locator('.claims .claim:not(.run):visible').count(), count);
    assert.equal(await page.locator(`.claims .claim.${verdict}:visible`).count(), count);
  }
});

test('nothing published is computed before it is in sight, and input is not blocked while it is', async (t) => {
  const page = await open(t, '#v=1');
  assert.match(await page.locator('#published .sentence').innerText(), / 0 of \d+ so far/);
  await page.locator('#published').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /mean error/.test(document.querySelector('#published .sentence').innerText), null, { timeout: 60_000 });
  assert.equal(await page.locator('.claims').count(), 0);
  await page.locator('.figures-of-others > summary').click();
  await page.locator('.claims').first().waitFor();
});

for (const [width, height] of [[960, 540], [390, 600]]) {
  test(`published and ours in a frame of ${width} × ${height}`, async (t) => {
    const page = await open(t, '#v=1&embed=1&view=published', { width, height });
    await computed(page);
    const link = page.locator('.claims .load a').first();
    assert.equal(await link.getAttribute('target'), '_blank');
    assert.doesNotMatch(await link.getAttribute('href'), /embed|view/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'too wide');
    assert.ok(await page.locator('.explain .words').evaluate((words) => words.getBoundingClientRect().width <= 1), 'hidden');
    await page.locator('.explain > summary').click();
    await page.locator('.explained li').first().waitFor();
    assert.deepEqual(await accessibilityViolations(page), []);
  });
}
