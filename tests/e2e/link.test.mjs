// The link is the whole state: read, written, gone back to, copied.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, open, origin, settled, started } from './harness.mjs';
import { figures, slide, typeIn } from './railyard.mjs';

test('a bad link shows its message at the top and at the control, and the rest counts', async (t) => {
  const page = await open(t, '#v=1&hb=72&gpus=9216&radix=banana&colour=red');
  const top = page.locator('#link-notices');
  assert.match(await top.innerText(), /radix = banana/);
  assert.match(await top.innerText(), /colour/);
  assert.match(await page.locator('#problem-radix').innerText(), /banana/);
  assert.equal(await page.locator('#field-hb').inputValue(), '72');
  await top.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await top.count(), 0);
});

test('a link that contradicts itself shows the nearest figures, marked', async (t) => {
  const page = await open(t, '#v=1&gpus=3001');
  assert.equal(await page.locator('.page.stale').count(), 1);
  assert.equal(await page.locator('#field-gpus').inputValue(), '3001');
  assert.match(await page.locator('#problem-gpus').innerText(), /3,001/);
  // There was no run before: what is shown is a stand-in, and the headline is marked as every panel is.
  assert.match(await page.locator('#errors').innerText(), /show the nearest run that can exist/);
  assert.ok(await page.locator('#headline .stale-mark').isVisible());
  assert.equal(await page.locator('.stale-mark:visible').count(), 1 + await page.locator('.panel').count());
  await page.locator('#repair').click();
  await settled(page);
  assert.equal(await page.locator('.page.stale').count(), 0);
});

test('after a run that can exist, it is the last one that is shown', async (t) => {
  const page = await open(t, '#v=1');
  await page.locator('#field-gpus').fill('3001');
  await page.locator('#field-gpus').press('Enter');
  await page.locator('#errors').waitFor();
  assert.match(await page.locator('#errors').innerText(), /still show the last run that can exist/);
  assert.match(await page.locator('#headline').innerText(), /3,072\sGPUs/);
});

test('hostile links leave a page that works', async (t) => {
  for (const link of ['#', '#v=', '#&&&===', `#v=1&gpus=${'9'.repeat(5000)}`, '#v=1&gpus=0&hb=0&radix=0&tp=0&pp=0',
    '#v=1&model=%00%FF%22%3E%3Cscript%3E', '#v=99&gpus=64', '?hb=16#v=1&hb=32', '#v=1&zoom=9.9.0&pair=5', '#v=1&radix=7']) {
    const page = await open(t, link);
    assert.ok(await page.locator('#headline').isVisible(), link);
    assert.ok(await page.locator('#railyard-fallback').isHidden(), link);
  }
});

test('the link gives the same page again', async (t) => {
  const page = await open(t);
  await slide(page, 'hb', 2);
  await typeIn(page, 'radix', '128');
  await page.waitForTimeout(400);
  const drawn = await figures(page);
  const again = await open(t, new URL(page.url()).hash);
  assert.deepEqual(await figures(again), drawn);
});

test('the query is read, the fragment wins, and what is written replaces both', async (t) => {
  const page = await open(t, '?v=1&hb=16&radix=128#v=1&hb=32');
  assert.equal(await page.locator('#field-hb').inputValue(), '32');
  assert.equal(await page.locator('#field-radix').inputValue(), '128');
  await typeIn(page, 'hb', '8');
  await page.waitForTimeout(400);
  assert.equal(new URL(page.url()).search, '');
  assert.match(page.url(), /radix=128/);
});

test('back and forward walk through what was chosen as a whole', async (t) => {
  const page = await open(t);
  const model = () => page.locator('#field-model').inputValue();
  await slide(page, 'hb', 1);
  const hb = await page.locator('#field-hb').inputValue();
  await page.locator('#field-model').selectOption('gpt-146b');
  await settled(page);
  await page.locator('#field-model').selectOption('bloom-176b');
  await settled(page);
  await page.goBack();
  await settled(page);
  assert.equal(await model(), 'gpt-146b');
  await page.goBack();
  await settled(page);
  assert.equal(await model(), 'gpt-1t');
  assert.equal(await page.locator('#field-hb').inputValue(), hb, 'the entry keeps its last choice');
  await page.goForward();
  await settled(page);
  assert.equal(await model(), 'gpt-146b');
});

test('an edited address is followed', async (t) => {
  const page = await open(t);
  await page.evaluate(() => { location.hash = '#v=1&model=gpt-76b'; });
  await settled(page);
  assert.equal(await page.locator('#field-model').inputValue(), 'gpt-76b');
});

test('a drag writes the address at most every 250 ms, ends with the last choice and adds no history', async (t) => {
  const page = await blank(t);
  await page.addInitScript(() => {
    window.written = [];
    const { replaceState } = History.prototype;
    History.prototype.replaceState = function (...state) {
      window.written.push(performance.now());
      return replaceState.apply(this, state);
    };
  });
  await page.goto(`${await origin()}/#v=1`);
  await started(page);
  const entries = await page.evaluate(() => history.length);
  await page.evaluate(async () => {
    const slider = document.getElementById('slider-hb');
    const last = Number(slider.max);
    for (let frame = 0; frame < 120; frame += 1) {
      slider.value = String(frame % (last + 1));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((done) => requestAnimationFrame(done));
    }
    slider.value = String(last);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    slider.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.waitForTimeout(600);
  const written = await page.evaluate(() => window.written);
  assert.ok(written.length >= 2);
  for (let index = 1; index < written.length; index += 1) {
    assert.ok(written[index] - written[index - 1] >= 245, `${written[index] - written[index - 1]} ms apart`);
  }
  assert.equal(await page.evaluate(() => history.length), entries);
  const hb = await page.locator('#field-hb').inputValue();
  assert.match(page.url(), new RegExp(`hb=${hb}\\b`));
});

test('a browser that refuses the address leaves a page that works', async (t) => {
  const page = await blank(t);
  await page.addInitScript(() => {
    const refuse = () => { throw new DOMException('no', 'SecurityError'); };
    History.prototype.replaceState = refuse;
    History.prototype.pushState = refuse;
  });
  await page.goto(`${await origin()}/#v=1`);
  await started(page);
  await slide(page, 'hb', 1);
  await page.locator('#field-model').selectOption('gpt-146b');
  await settled(page);
  assert.equal(await page.locator('#field-model').inputValue(), 'gpt-146b');
});

test('Copy link copies the whole state', async (t) => {
  const page = await open(t, '#v=1&hb=32', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Link copied' }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^http.*#v=1&hb=32$/);
});

test('where copying is not allowed, the link stands selected', async (t) => {
  const page = await blank(t);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  });
  await page.goto(`${await origin()}/#v=1&hb=32`);
  await started(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await settled(page);
  const selected = await page.evaluate(() => {
    const field = document.activeElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  assert.match(selected, /#v=1&hb=32$/);
});
