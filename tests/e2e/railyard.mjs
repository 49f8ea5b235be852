// What several tests do with the page.
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

// What each figure shows, as text to compare.
export async function figures(page) {
  await settled(page);
  return page.evaluate(() => {
    // Canvases by their pixels, everything else by its markup.
    const picture = (id) => {
      const body = document.querySelector(`#${id} > .body`);
      const canvases = [...body.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
      return [body.innerHTML, ...canvases].join('\n');
    };
    return {
      headline: document.getElementById('headline').innerText,
      heatmap: picture('heatmap'),
      shares: picture('shares'),
      topology: picture('topology'),
      savings: picture('savings'),
    };
  });
}
