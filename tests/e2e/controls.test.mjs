// The controls: sliders, typed values, messages, what followed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, settled } from './harness.mjs';
import { figures, slide, typeIn } from './railyard.mjs';

test('a slider changes all three figures, the headline and the savings', async (t) => {
  const page = await open(t, '', { width: 1440, height: 900 });
  const before = await figures(page);
  await slide(page, 'hb', 3);
  const after = await figures(page);
  for (const name of Object.keys(before)) {
    assert.notEqual(after[name], before[name], `${name} should change with the HB domain`);
  }
});

test('every stop of every slider in sight is legal', async (t) => {
  const page = await open(t);
  for (const key of ['hb', 'gpus', 'radix', 'tp', 'pp']) {
    const slider = page.locator(`#slider-${key}`);
    const last = Number(await slider.getAttribute('max'));
    assert.ok(last > 0, `${key} has stops`);
    for (let place = 0; place <= last; place += 1) {
      await slider.fill(String(place));
    }
    await settled(page);
    assert.equal(await page.locator('.stale').count(), 0, `${key} never leads to what can't be`);
    await page.getByRole('button', { name: 'Reset' }).click();
  }
});

test('moving a slider back undoes what followed', async (t) => {
  const page = await open(t);
  const batch = () => page.locator('#field-gpus').inputValue();
  const before = await batch();
  const slider = page.locator('#slider-tp');
  const place = await slider.inputValue();
  const box = await slider.boundingBox();
  // One drag, there and back.
  await page.mouse.move(box.x + box.width / 3, box.y + box.height / 2);
  await slider.evaluate((input) => {
    const go = (value) => {
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
    };
    go('0');
  });
  await settled(page);
  await slider.evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, place);
  await settled(page);
  assert.equal(await batch(), before);
  assert.equal(await page.locator('#followed li').count(), 0);
});

test('what followed is said', async (t) => {
  const page = await open(t, '#v=1&gpus=4096&tp=8&pp=64&batch=4096');
  await slide(page, 'pp', -1);
  await settled(page);
  const edited = await page.locator('#followed').innerText();
  assert.match(edited, /So these followed:/);
  assert.match(edited, /→/);
});

for (const [width, height] of [[390, 844], [1440, 900]]) {
  for (const key of ['hb', 'tp', 'gpus', 'pp']) {
    test(`what followed from ${key} neither moves a control nor covers the one in hand, ${width} px`, async (t) => {
      const page = await open(t, '#v=1', { width, height });
      const slider = page.locator(`#slider-${key}`);
      // Where the window begins makes the difference: once as the page opens, once with the slider at the foot, once at the top.
      for (const block of [null, 'end', 'start']) {
        if (block) await slider.evaluate((input, block) => input.scrollIntoView({ block }), block);
        // Among each other: the headline above them may need a line more or less.
        const places = () => page.evaluate(() => {
          const first = document.querySelector('#field-model').getBoundingClientRect().top;
          return [...document.querySelectorAll('.controls input, .controls select')]
            .map((element) => `${element.id} ${Math.round(element.getBoundingClientRect().top - first)}`);
        });
        const before = await places();
        let said = 0;
        for (const by of [1, 1, -1, -1, -1, 1]) {
          await slide(page, key, by);
          await settled(page);
          assert.deepEqual(await places(), before);
          if (await page.locator('#followed').count() === 0) continue;
          said += 1;
          const [box, hand] = [await page.locator('#followed').boundingBox(), await slider.boundingBox()];
          if (hand.y < 0 || hand.y + hand.height > height) continue;
          assert.ok(box.y >= 0 && box.y + box.height <= height, `in sight: ${JSON.stringify(box)}`);
          assert.ok(box.y + box.height <= hand.y || box.y >= hand.y + hand.height, `${JSON.stringify(box)} over ${JSON.stringify(hand)}`);
        }
        assert.ok(said > 0);
      }
      // To where something follows again, and put away.
      const stops = Number(await slider.getAttribute('max'));
      for (let stop = 0; stop <= stops && await page.locator('#followed').count() === 0; stop += 1) {
        await slide(page, key, stop < stops / 2 ? 1 : -1);
      }
      await page.locator('#followed').getByRole('button').click();
      await settled(page);
      assert.equal(await page.locator('#followed').count(), 0);
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    });
  }
}

test('a typed value that cannot be is said at its control, keeps the figures and recovers', async (t) => {
  const page = await open(t);
  const before = await figures(page);
  await typeIn(page, 'gpus', '3000');
  const field = page.locator('#field-gpus');
  assert.equal(await field.inputValue(), '3000');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  const message = page.locator(`#${await field.getAttribute('aria-describedby')}`);
  assert.match(await message.innerText(), /3,000/);
  assert.ok(await page.locator('.stale .panel .stale-mark').first().isVisible());
  assert.match(await page.locator('#errors').innerText(), /3,000/);
  assert.deepEqual(await figures(page), before, 'the last good figures stay');

  await page.locator('#control-gpus .remedies button').first().click();
  await settled(page);
  assert.equal(await page.locator('.stale').count(), 0);
  assert.equal(await field.getAttribute('aria-invalid'), null);
  assert.notEqual(await field.inputValue(), '3000');
});

test('a typed text that is no number stays, and its message goes when it does', async (t) => {
  const page = await open(t);
  for (const text of ['', 'many', '-5', '99999999999999999999', '1e999', '<b>8</b>', '8.5']) {
    await typeIn(page, 'hb', text);
    assert.equal(await page.locator('#field-hb').inputValue(), text);
    assert.equal(await page.locator('#field-hb').getAttribute('aria-invalid'), 'true', text);
    assert.equal(await page.locator('.page.stale').count(), 1, text);
  }
  await typeIn(page, 'hb', '16');
  assert.equal(await page.locator('.page.stale').count(), 0);
});

test('groups open, and every parameter of them has a control with a help text', async (t) => {
  const page = await open(t, '', { width: 1440, height: 900 });
  const groups = page.locator('details.group:not(.all) > summary');
  for (let index = 0; index < await groups.count(); index += 1) await groups.nth(index).click();
  await settled(page);
  assert.ok(await page.locator('.control').count() >= 40);
  const help = page.locator('#control-oversubscription .help');
  await help.click();
  assert.ok(await page.locator('#help-oversubscription').isVisible());
  assert.equal(await help.getAttribute('aria-expanded'), 'true');
});

test('a model brings its published run, and a GPU its figures', async (t) => {
  const page = await open(t);
  await page.locator('#field-model').selectOption('llama3-405b');
  await settled(page);
  assert.equal(await page.locator('#field-gpus').inputValue(), '16384');
  assert.equal(await page.locator('.stale').count(), 0);
  assert.match(page.url(), /model=llama3-405b/);
});
