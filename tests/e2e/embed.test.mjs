// The page in frames, from disk, and when it stops.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { open, openAddress, openStandalone, origin, settled, started, STANDALONE } from './harness.mjs';
import { slide } from './railyard.mjs';

const VIEWS = ['heatmap', 'topology', 'savings', 'shares', 'timing', 'sweep', 'search', 'published'];

for (const view of VIEWS) {
  test(`${view} alone fills a frame of any size`, async (t) => {
    for (const [width, height] of [[960, 540], [480, 360], [320, 480], [1600, 400]]) {
      const page = await open(t, `#v=1&embed=1&view=${view}`, { width, height });
      assert.equal(await page.locator('.panel').count(), 1);
      assert.equal(await page.locator('.top, .controls, .foot').count(), 0);
      const box = await page.locator('.panel').boundingBox();
      assert.ok(Math.abs(box.width - width) <= 1 && Math.abs(box.height - height) <= 1, `${box.width}×${box.height}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${view} at ${width}×${height} is ${overflow} px too wide`);
      const home = await page.locator('.home').getAttribute('href');
      assert.ok(!home.includes('embed=') && !home.includes('view='), home);
    }
  });

  test(`${view} works in a frame that may only run scripts`, async (t) => {
    const server = createServer((request, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8');
      answer.end(request.url === '/railyard.html'
        ? readFileSync(STANDALONE)
        : `<!DOCTYPE html><title>deck</title><iframe title="figure" width="800" height="450" sandbox="allow-scripts"
            src="railyard.html#v=1&embed=1&view=${view}"></iframe>
           <script>addEventListener('message', (event) => { (window.heard ??= []).push(event.data); });</script>`);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    t.after(() => server.close());
    const address = `http://127.0.0.1:${server.address().port}/`;
    const page = await openAddress(t, address, { started: false });
    const frame = page.frameLocator('iframe');
    await frame.locator('.panel').waitFor();
    await frame.locator('.panel h2').click();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => window.heard?.length >= 2);
    assert.deepEqual(await page.evaluate(() => window.heard.map((text) => JSON.parse(text))), [
      { method: 'triggerKey', args: [34] },
      { method: 'triggerKey', args: [27] },
    ]);
    // Another host than the page's own: the harness notes it, and here it is meant.
    page.problems.splice(0, page.problems.length, ...page.problems.filter((problem) => !problem.includes(address)));
  });

  test(`${view} alone with the page round it`, async (t) => {
    const page = await open(t, `#v=1&view=${view}`);
    assert.equal(await page.locator('.panel').count(), 1);
    await page.getByRole('button', { name: 'All figures' }).click();
    await settled(page);
    assert.equal(await page.locator('.panel').count(), VIEWS.length);
  });
}

for (const [view, more] of [['shares', '.scroll'], ['timing', '.facts.brief']]) {
  test(`${view} uses the room of a slide, and its drawing is whole`, async (t) => {
    for (const lang of ['en', 'zh-Hant']) {
      const page = await open(t, `#v=1&embed=1&view=${view}&lang=${lang}`, { width: 960, height: 540 });
      const box = await page.locator(`.panel ${more}`).boundingBox();
      assert.ok(box.y + box.height <= 540 && box.y > 270, JSON.stringify(box));
      const hidden = await page.locator('.figure-room').evaluate((room) => room.scrollHeight - room.clientHeight);
      assert.ok(hidden <= 1, `${hidden} px of the drawing are hidden`);
    }
  });
}

for (const view of ['timing', 'heatmap', 'savings']) {
  test(`${view} in a frame says that it is not of the input, and why`, async (t) => {
    const page = await open(t, `#v=1&view=${view}&embed=1&gpus=999999`, { width: 960, height: 540 });
    const mark = page.locator('.stale-mark');
    const box = await mark.boundingBox();
    assert.ok(box.y >= 0 && box.x >= 0 && box.x + box.width <= 960, JSON.stringify(box));
    assert.match(await mark.innerText(), /Not of this input[\s\S]*999,999[\s\S]*nearest run that can exist/);
  });
}

test('canvases are drawn sharper than the frame, since decks scale', async (t) => {
  const page = await open(t, '#v=1&embed=1&view=topology', { width: 960, height: 540 });
  const ratio = await page.evaluate(() => {
    const canvas = document.querySelector('.panel canvas');
    return canvas ? canvas.width / canvas.getBoundingClientRect().width : 2;
  });
  assert.ok(ratio >= 2, `ratio ${ratio}`);
});

test('the one-file page works from disk', async (t) => {
  const page = await openStandalone(t, '#v=1&hb=16');
  assert.equal(await page.locator('#field-hb').inputValue(), '16');
  await slide(page, 'hb', 1);
  assert.notEqual(await page.locator('#field-hb').inputValue(), '16');
  assert.equal(await page.locator('.panel').count(), VIEWS.length);
});

test('a panic shows a message with the link', async (t) => {
  const page = await open(t, '#v=1');
  await slide(page, 'hb', 1);
  const hb = await page.locator('#field-hb').inputValue();
  // Without elements to make, the page's framework gives up, as it would on a fault of ours.
  await page.evaluate(() => {
    const refuse = () => { throw new Error('refused by the test'); };
    Document.prototype.createElement = refuse;
    Document.prototype.createElementNS = refuse;
    Document.prototype.importNode = refuse;
    Node.prototype.cloneNode = refuse;
    Document.prototype.createTextNode = refuse;
  });
  await page.locator('#control-training .help, .control .help').first().click().catch(() => {});
  await page.locator('details.group:not(.all) > summary').first().click().catch(() => {});
  const fallback = page.locator('#railyard-fallback');
  await fallback.waitFor();
  assert.match(await fallback.innerText(), /Railyard stopped/);
  assert.match(await page.locator('#railyard-fallback-link').inputValue(), new RegExp(`hb=${hb}\\b`));
  page.problems.length = 0;
});
