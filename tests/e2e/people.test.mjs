// For everyone: both languages, light and dark, narrow screens, keyboards, screen readers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessibilityViolations, open, settled } from './harness.mjs';
import { typeIn } from './railyard.mjs';

const openAllGroups = async (page) => {
  for (const summary of await page.locator('details.group > summary:visible').all()) await summary.click();
  await settled(page);
};

test('the browser’s language is spoken, the link’s goes first, and the switch is remembered in the link', async (t) => {
  const page = await open(t, '', { locale: 'zh-TW' });
  assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hant');
  assert.match(await page.locator('#headline').innerText(), /每次迭代/);
  await page.getByRole('button', { name: 'EN', exact: true }).click();
  await settled(page);
  assert.equal(await page.locator('html').getAttribute('lang'), 'en');
  assert.match(await page.title(), /spine/);
  await page.waitForTimeout(400);
  assert.match(page.url(), /lang=en/);

  const linked = await open(t, '#v=1&lang=zh-Hant');
  assert.equal(await linked.locator('html').getAttribute('lang'), 'zh-Hant');
});

test('no text of the English page is Chinese, and the Chinese page has no English sentence', async (t) => {
  const english = await open(t, '#v=1', { width: 1440 });
  await openAllGroups(english);
  const spoken = await english.evaluate(() => document.body.innerText.replaceAll(/繁中|繁體中文/g, ''));
  assert.ok(!/[\u4e00-\u9fff]/.test(spoken), spoken.match(/.*[\u4e00-\u9fff].*/)?.[0]);

  const chinese = await open(t, '#v=1&lang=zh-Hant', { width: 1440 });
  await openAllGroups(chinese);
  const text = await chinese.evaluate(() => document.body.innerText);
  const sentence = text.match(/(?:\b[a-z]{2,}\b[ ,]+){4,}/);
  assert.equal(sentence, null, sentence?.[0]);
});

for (const colorScheme of ['light', 'dark']) {
  for (const lang of ['en', 'zh-Hant']) {
    test(`axe finds nothing, ${colorScheme}, ${lang}`, async (t) => {
      const page = await open(t, `#v=1&lang=${lang}`, { width: 1440, height: 900, colorScheme });
      await openAllGroups(page);
      assert.deepEqual(await accessibilityViolations(page), []);
    });
  }

  test(`axe finds nothing with messages, on a narrow screen and in frames, ${colorScheme}`, async (t) => {
    const wrong = await open(t, '#v=1&colour=red', { colorScheme });
    await typeIn(wrong, 'gpus', '3001');
    assert.deepEqual(await accessibilityViolations(wrong), []);
    const narrow = await open(t, '#v=1', { width: 390, height: 844, colorScheme });
    await openAllGroups(narrow);
    assert.deepEqual(await accessibilityViolations(narrow), []);
    for (const view of ['heatmap', 'topology', 'savings', 'shares', 'timing']) {
      const alone = await open(t, `#v=1&embed=1&view=${view}`, { colorScheme });
      assert.deepEqual(await accessibilityViolations(alone), [], view);
    }
  });
}

for (const width of [320, 390, 768, 1024, 1440]) {
  test(`nothing is wider than a screen of ${width} px`, async (t) => {
    for (const lang of ['en', 'zh-Hant']) {
      const page = await open(t, `#v=1&lang=${lang}&gpus=1048576&hb=256`, { width, height: 800 });
      await openAllGroups(page);
      const wide = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        elements: [...document.querySelectorAll('body *')]
          .filter((element) => !element.closest('.scroll, .examples, .hidden-text, .skip')
            && element.getBoundingClientRect().right > innerWidth + 1)
          .map((element) => `${element.tagName} ${element.className} ${element.id}`).slice(0, 5),
      }));
      assert.ok(wide.page <= width, `${lang}: ${wide.page} px: ${wide.elements.join('; ')}`);
      assert.deepEqual(wide.elements, [], lang);
    }
  });
}

test('on a narrow screen the headline comes first, then the key sliders, then the figures', async (t) => {
  const page = await open(t, '', { width: 390, height: 844 });
  const top = async (selector) => (await page.locator(selector).first().boundingBox()).y;
  assert.ok(await top('#headline') < await top('#control-hb'));
  assert.ok(await top('#control-hb') < await top('#heatmap'));
});

test('the theme of the link goes before the system’s', async (t) => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await open(t, '#v=1&theme=dark', { colorScheme: 'light' });
  const light = await open(t, '#v=1&theme=light', { colorScheme: 'dark' });
  assert.notEqual(await ground(dark), await ground(light));
  await dark.getByRole('button', { name: 'Light', exact: true }).click();
  await settled(dark);
  assert.equal(await ground(dark), await ground(light));
});

test('the keyboard moves a slider, and the skip link leads to the figures without touching the address', async (t) => {
  const page = await open(t, '#v=1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'figures');
  assert.equal(new URL(page.url()).hash, '#v=1');
  await page.locator('#slider-hb').focus();
  const before = await page.locator('#field-hb').inputValue();
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.notEqual(await page.locator('#field-hb').inputValue(), before);
});

test('what can be touched is large enough', async (t) => {
  const page = await open(t, '', { width: 390, height: 844, hasTouch: true, isMobile: true });
  await openAllGroups(page);
  const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input, summary')]
    .filter((element) => element.offsetParent)
    .map((element) => [element.id || element.className || element.innerText, element.getBoundingClientRect()])
    .filter(([, box]) => box.width < 24 || box.height < 24)
    .map(([name, box]) => `${name}: ${Math.round(box.width)}×${Math.round(box.height)}`));
  assert.deepEqual(small, []);
});
