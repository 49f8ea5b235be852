// The sweep along a parameter and the search of the best layout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityViolations, open, settled } from './harness.mjs';
import { slide } from './railyard.mjs';

// The chart as a picture, once it has points.
const chart = async (page) => {
  await page.waitForFunction(() => document.querySelectorAll('#sweep tbody tr').length > 1);
  await settled(page);
  return page.locator('#sweep canvas').evaluate((canvas) => canvas.toDataURL());
};
const field = (page, key) => page.locator(`#field-${key}`).inputValue();

test('a sweep draws, reacts to a slider and is a table too', async (t) => {
  const page = await open(t, '#v=1');
  const before = await chart(page);
  const rows = await page.locator('#sweep tbody tr').count();
  assert.ok(rows >= 4, `${rows} points`);
  assert.equal(await page.locator('#sweep tbody tr.current').count(), 1);
  await slide(page, 'pp', -1);
  await page.waitForFunction((before) => document.querySelector('#sweep canvas').toDataURL() !== before, before);
  for (const along of ['gpus', 'radix', 'batch', 'nic_gbps']) {
    await page.locator('#sweep-along').selectOption(along);
    for (const name of ['Network cost', 'Bytes leaving domains', 'Iteration time']) {
      const last = await chart(page);
      await page.getByRole('button', { name, exact: true }).click();
      await page.waitForFunction((last) => document.querySelector('#sweep canvas').toDataURL() !== last, last);
    }
  }
  await page.waitForTimeout(500);
  assert.match(page.url(), /along=nic_gbps/);
});

test('points are read by keyboard and pointer, Enter loads one, back returns', async (t) => {
  const page = await open(t, '#v=1');
  await chart(page);
  const slider = page.locator('#sweep .chart');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  const read = await page.locator('#sweep .chart-readout .title').innerText();
  assert.ok((await slider.getAttribute('aria-valuetext')).length > 40);
  await page.keyboard.press('End');
  assert.notEqual(await page.locator('#sweep .chart-readout .title').innerText(), read);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await settled(page);
  assert.notEqual(await field(page, 'hb'), '8');
  await page.goBack();
  await settled(page);
  assert.equal(await field(page, 'hb'), '8');
  const box = await slider.boundingBox();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2);
  await settled(page);
  assert.match(await page.locator('#sweep .chart-readout').innerText(), /rail-only/);
});

test('layouts are searched at each point, and that can be stopped', async (t) => {
  const page = await open(t, '#v=1&view=sweep&layouts=searched');
  const stop = page.locator('#sweep').getByRole('button', { name: 'Stop' });
  await stop.click();
  await stop.waitFor({ state: 'detached' });
  assert.match(await page.locator('#sweep .note').innerText(), /Stopped/);
  const small = await open(t, '#v=1&model=gpt-1.7b&view=sweep&layouts=searched');
  await chart(small);
  await small.locator('#sweep progress').waitFor({ state: 'detached', timeout: 60000 });
});

test('a search starts, stops, finishes, and a click loads a layout; back returns', async (t) => {
  const page = await open(t, '#v=1');
  const search = page.locator('#search');
  // At once, since a search may well be over before a person could stop it.
  await search.locator('.under-way button').evaluate((button) => { button.click(); button.click(); });
  await settled(page);
  assert.match(await search.locator('.told').innerText(), /stopped after/);
  await search.getByRole('button', { name: 'Search again' }).click();
  await search.locator('.told', { hasText: /layouts, .* a second/ }).and(search.locator('[aria-live=polite]')).waitFor({ timeout: 60000 });
  assert.equal(await search.locator('tbody tr').count(), 11);
  const link = page.url();
  await search.locator('tbody tr:nth-child(2) button').click();
  await settled(page);
  assert.notEqual(page.url(), link);
  assert.equal(await search.locator('.note.old').count(), 0);
  const loaded = search.locator('tbody tr:nth-child(2) button');
  assert.equal(await loaded.getAttribute('aria-disabled'), 'true');
  assert.ok(await loaded.evaluate((button) => button === document.activeElement), 'the focus stays with who pressed it');
  await loaded.press('Enter');
  await settled(page);
  assert.equal(await loaded.getAttribute('aria-disabled'), 'true');
  await page.goBack();
  await settled(page);
  assert.equal(page.url(), link);
  await slide(page, 'hb', 1);
  await search.locator('.note.old').waitFor();
});

test('a point that is loaded by its button leaves the focus at the chart', async (t) => {
  const page = await open(t, '#v=1&view=sweep');
  await chart(page);
  await page.locator('#sweep-chart').focus();
  await page.keyboard.press('End');
  await page.locator('#sweep .chart-readout button').click();
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'sweep-chart');
});

test('a random placement is not kept, and that is said before', async (t) => {
  const page = await open(t, '#v=1&view=search&placement=random');
  assert.match(await page.locator('#search-placement').innerText(), /ranks placed in order/);
  const plain = await open(t, '#v=1&view=search');
  assert.equal(await plain.locator('#search-placement').count(), 0);
});

test('time, gain and memory of a layout are in sight on a narrow screen', async (t) => {
  const page = await open(t, '#v=1&view=search&model=gpt-1.7b', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search the best layout' }).click();
  await page.locator('#search .found').waitFor();
  const heads = await page.locator('#search thead tr > *').allInnerTexts();
  assert.deepEqual(heads.slice(2, 5), ['Iteration', 'Against current', 'Memory a GPU']);
  const room = await page.locator('#search .found .scroll').boundingBox();
  const memory = await page.locator('#search tbody tr:nth-child(2) td:nth-child(5)').boundingBox();
  assert.ok(memory.x + memory.width <= room.x + room.width + 1, `${memory.x + memory.width} of ${room.x + room.width}`);
});

test('it says by how much nothing fits', async (t) => {
  const page = await open(t, '#v=1&view=search&memory_gib=1');
  await page.getByRole('button', { name: 'Search the best layout' }).click();
  await page.locator('#search .sentence .alarm').first().waitFor({ timeout: 60000 });
  assert.match(await page.locator('#search .sentence').innerText(), /None of the .* layouts .* more/);
});

test('the page listens while a search goes on', async (t) => {
  const page = await open(t, '#v=1');
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 0);
  });
  await page.locator('#search').getByRole('button', { name: 'Search the best layout' }).click();
  await page.waitForTimeout(1500);
  const longest = await page.evaluate(() => window.longest);
  // 8 ms of work and a paint, on a machine that may be busy.
  assert.ok(longest < 250, `${longest} ms without listening`);
});

for (const view of ['sweep', 'search']) {
  for (const colorScheme of ['light', 'dark']) {
    test(`axe finds nothing, ${view}, ${colorScheme}`, async (t) => {
      for (const link of [`#v=1&view=${view}`, `#v=1&embed=1&view=${view}&lang=zh-Hant`]) {
        const page = await open(t, link, { colorScheme });
        if (view === 'search') {
          await page.locator('#search button').click();
          await page.locator('#search [aria-live=polite]').filter({ hasText: /\d/ }).waitFor({ timeout: 60000 });
        }
        for (const summary of await page.locator('.panel summary').all()) await summary.click();
        assert.deepEqual(await accessibilityViolations(page), [], link);
      }
    });
  }
}
