// The figures: their pixels, and what pointer, wheel and keys do with them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, settled } from './harness.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// The raster that the library draws natively: side, GPUs on a cell's side, pixels.
function nativeRaster(link, cells, theme) {
  const output = execFileSync(
    'cargo',
    ['run', '--locked', '--quiet', '--example', 'heatmap_raster', '--', link, String(cells), theme],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const head = output.indexOf('\n'.charCodeAt(0));
  const [width, height, span] = output.subarray(0, head).toString().split(' ').map(Number);
  return { width, height, span, pixels: output.subarray(head + 1) };
}

// What the page shows: the canvas' pixels, and how many device pixels its side has.
async function shownRaster(page) {
  await settled(page);
  const { width, height, side, pixels } = await page.locator('.heatmap .cells').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let start = 0; start < data.length; start += 0x8000) {
      text += String.fromCharCode(...data.subarray(start, start + 0x8000));
    }
    const side = canvas.getBoundingClientRect().width * devicePixelRatio;
    return { width: canvas.width, height: canvas.height, side, pixels: btoa(text) };
  });
  return { width, height, side, pixels: Buffer.from(pixels, 'base64') };
}

for (const [name, link, options] of [
  ['GPT-1T', '#v=1', {}],
  ['GPT-1T by rail, dark and sharp', '#v=1&axis=rail', { colorScheme: 'dark', deviceScaleFactor: 2 }],
  ['a part of GPT-1T', '#v=1&zoom=720.700.100', {}],
  ['MoE', '#v=1&model=moe-1.3b', { width: 390, height: 844 }],
  ['a random placement', '#v=1&placement=random&gpus=512&pp=8', { colorScheme: 'dark' }],
  ['every pair', '#v=1&nic_collective=direct&pairs=unordered', {}],
]) {
  test(`the heatmap’s canvas is the native raster, byte for byte: ${name}`, async (t) => {
    const page = await open(t, link, options);
    const shown = await shownRaster(page);
    assert.ok(shown.width <= shown.side + 0.01, 'no cell is smaller than a device pixel');
    const native = nativeRaster(link, Math.floor(shown.side + 0.01), options.colorScheme ?? 'light');
    assert.deepEqual([shown.width, shown.height], [native.width, native.height]);
    assert.equal(Buffer.compare(shown.pixels, native.pixels), 0, 'the pixels differ');
  });
}

const readout = (page) => page.locator('#heatmap-readout').innerText();
const fragment = async (page) => {
  // The address follows a little later.
  await page.waitForTimeout(400);
  return new URL(page.url()).hash;
};

// A place on the cells, as shares of their side: column, row.
async function placeOn(page, column, row) {
  await page.locator('.heatmap').scrollIntoViewIfNeeded();
  const box = await page.locator('.heatmap .cells').boundingBox();
  return [box.x + box.width * column, box.y + box.height * row];
}

test('pointing reads a cell, a click chooses its busiest pair, another forgets it', async (t) => {
  const page = await open(t, '#v=1', { width: 1440, height: 900 });
  const [x, y] = await placeOn(page, 0.25, 0.25);
  await page.mouse.move(x, y);
  await settled(page);
  assert.match(await readout(page), /GPUs [\d,–]+ → GPUs [\d,–]+.*TB/);
  assert.match(await readout(page), /HB domain/);
  await page.mouse.click(x, y);
  assert.match(await fragment(page), /pair=\d+\.\d+/);
  await page.mouse.click(x, y);
  assert.doesNotMatch(await fragment(page), /pair=/);
});

test('the wheel zooms at the pointer down to single GPUs, a drag moves, the button shows all', async (t) => {
  const page = await open(t, '#v=1', { width: 1440, height: 900 });
  const [x, y] = await placeOn(page, 0.25, 0.25);
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 14; turn += 1) {
    await page.mouse.wheel(0, -240);
    await settled(page);
  }
  const zoom = async () => (await fragment(page)).match(/zoom=(\d+)\.(\d+)\.(\d+)/)?.slice(1).map(Number);
  const [row, column, span] = await zoom();
  assert.equal(span, 8);
  assert.ok(Math.abs(row - 766) <= 8 && Math.abs(column - 766) <= 8, `${row}.${column}`);
  await page.mouse.move(x + 1, y + 1);
  await settled(page);
  assert.match(await readout(page), /GPU 7\d\d → GPU 7\d\d/);
  assert.match(await readout(page), /local rank \d · t \d, c 0, p \d+, d \d/);
  await page.mouse.down();
  await page.mouse.move(x + 200, y + 100, { steps: 4 });
  await page.mouse.up();
  const moved = await zoom();
  assert.ok(moved[0] < row && moved[1] < column && moved[2] === span, moved.join('.'));
  assert.doesNotMatch(await fragment(page), /pair=/);
  await page.getByRole('button', { name: 'All GPUs' }).click();
  assert.doesNotMatch(await fragment(page), /zoom=/);
});

test('a page that scrolls does not get caught in the heatmap', async (t) => {
  const page = await open(t, '#v=1', { width: 1440, height: 700 });
  await page.mouse.move(800, 300);
  let before = -1;
  for (let turn = 0; turn < 12; turn += 1) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(40);
    const now = await page.evaluate(() => scrollY);
    assert.ok(now > before, `it scrolled to ${now}`);
    before = now;
  }
  assert.doesNotMatch(await fragment(page), /zoom=/);
});

test('the heatmap works by keys alone', async (t) => {
  const page = await open(t, '#v=1');
  await page.locator('.heatmap').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('#heatmap-readout').getAttribute('aria-live'), 'polite');
  const first = await readout(page);
  await page.keyboard.press('ArrowRight');
  await settled(page);
  assert.notEqual(await readout(page), first);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('+');
  await settled(page);
  assert.match(await readout(page), /GPU [\d,]+ → GPU [\d,]+/);
  await page.keyboard.press('Enter');
  assert.match(await fragment(page), /pair=\d+\.\d+.*zoom=\d+\.\d+\.8/);
  await page.keyboard.press('Home');
  assert.doesNotMatch(await fragment(page), /zoom=/);
});

test('the order of the axes is switched, and is in the link', async (t) => {
  const page = await open(t, '#v=1');
  const before = await shownRaster(page);
  await page.getByRole('button', { name: 'By rail' }).click();
  const after = await shownRaster(page);
  assert.notEqual(Buffer.compare(before.pixels, after.pixels), 0);
  assert.match(await page.locator('#heatmap .sentence').innerText(), /inside the 8 blocks/);
  assert.match(await fragment(page), /axis=rail/);
});

test('two GPUs show their way in both networks', async (t) => {
  const page = await open(t, '#v=1', { width: 1440, height: 900 });
  const drawn = () => page.locator('#topology canvas').evaluate((canvas) => canvas.toDataURL());
  const before = await drawn();
  await page.locator('#topology-from').fill('17');
  await page.locator('#topology-to').fill('2,999');
  await page.locator('#topology-to').dispatchEvent('change');
  await settled(page);
  assert.notEqual(await drawn(), before);
  const ways = await page.locator('.ways').innerText();
  assert.match(ways, /spine of tier 3/);
  assert.match(ways, /NVLink from GPU 17 to GPU 23/);
  assert.match(await fragment(page), /pair=17\.2999/);

  await page.getByRole('button', { name: 'Swap' }).click();
  await settled(page);
  assert.equal(await page.locator('#topology-from').inputValue(), '2999');
  assert.match(await fragment(page), /pair=2999\.17/);

  await page.locator('#topology-to').fill('99999');
  await page.locator('#topology-to').dispatchEvent('change');
  await settled(page);
  assert.match(await page.locator('#topology-to-problem').innerText(), /0 to 3,071/);
  assert.doesNotMatch(await fragment(page), /pair=/, 'the last good pair is not shown as if it were the one typed');
  assert.equal(await page.locator('.ways').count(), 0);
  assert.equal(await drawn(), before);
  assert.equal(await page.locator('#topology-from').inputValue(), '2999');
  assert.equal(await page.locator('#topology-to').inputValue(), '99999');

  await page.locator('#topology-to').fill('17');
  await page.locator('#topology-to').dispatchEvent('change');
  await settled(page);
  assert.match(await fragment(page), /pair=2999\.17/);
  await page.locator('#topology').getByRole('button', { name: 'Clear the pair' }).click();
  assert.doesNotMatch(await fragment(page), /pair=/);
});

test('a pair that the GPUs no longer have is left out, not an error', async (t) => {
  const page = await open(t, '#v=1&gpus=512&pp=8&pair=600.3000');
  assert.equal(await page.locator('.ways').count(), 0);
});

test('the tables say what the paper’s table says', async (t) => {
  const page = await open(t, '#v=1&gpus=32768&hb=256&radix=128');
  const savings = await page.locator('#savings').innerText();
  assert.match(savings, /Switches, ideal\s+1,280\s+256/);
  assert.match(savings, /\$117\.0M\s\(76\.6\s%\)/);
  assert.match(savings, /3\.54\sMW\s\(75\.0\s%\)/);
  const small = await open(t, '#v=1&gpus=32768');
  const rows = await small.locator('.radixes tbody tr').allInnerTexts();
  const row = (radix) => rows.find((text) => text.trim().startsWith(String(radix)));
  assert.match(row(64), /3 → 3[\s\S]*\t0\s%/);
  assert.match(row(128), /3 → 2[\s\S]*\t38\.3\s%/);
  assert.match(row(256), /2 → 2[\s\S]*\t0\s%/);
});
