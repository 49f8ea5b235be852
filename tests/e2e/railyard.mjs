// What several tests do with the page.
import { createHash } from 'node:crypto';
import { settled } from './harness.mjs';

// Moves a slider by so many stops, as a person who drags it.
export async function slide(page, key, by) {
  const slider = page.locator(`#slider-${key}`);
  await slider.evaluate((input, by) => {
    input.value = String(Number(input.value) + by);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, by);
  await settled(page);
}

// Types into a number field and leaves it.
export async function typeIn(page, key, text) {
  const field = page.locator(`#field-${key}`);
  await field.fill(text);
  await field.dispatchEvent('change');
  await settled(page);
}

// What each figure shows, to compare: its words, and a digest of its pixels.
export async function figures(page) {
  await settled(page);
  const shown = await page.evaluate(() => {
    const figure = (id) => {
      const body = document.querySelector(`#${id} > .body`);
      return { text: body.innerText, pixels: [...body.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL()) };
    };
    return {
      headline: { text: [...document.querySelectorAll('#headline p')].map((line) => line.innerText).join('\n'), pixels: [] },
      heatmap: figure('heatmap'),
      shares: figure('shares'),
      topology: figure('topology'),
      savings: figure('savings'),
    };
  });
  return Object.fromEntries(Object.entries(shown).map(([name, { text, pixels }]) => [
    name,
    `${text}\n${createHash('sha256').update(pixels.join('\n')).digest('hex')}`,
  ]));
}
