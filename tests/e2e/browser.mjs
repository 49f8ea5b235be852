// Chromium, the built page on a server of its own, and one page in it. The tests use harness.mjs, which adds what a test needs.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { startServer } from '../../scripts/static-server.mjs';

const fromRoot = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const DIST = fromRoot('dist');
export const STANDALONE = fromRoot('dist-standalone/railyard.html');

// The first Chromium or Chrome on PATH; RAILYARD_CHROMIUM names another.
function chromiumPath() {
  const asked = process.env.RAILYARD_CHROMIUM;
  if (asked) return asked;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // not in this folder
      }
    }
  }
  throw new Error('no Chromium on PATH: run `make setup-browser`, or set RAILYARD_CHROMIUM');
}

export async function launchChromium() {
  return chromium.launch({
    executablePath: chromiumPath(),
    // The page's own guard against too many address changes must be tested without Playwright switching Chromium's off.
    ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });
}

export async function serveDist() {
  return startServer(DIST);
}

// A new page in a context of its own. `problems` collects what a reader of the page should never cause: errors on the
// console, uncaught errors, failed requests, requests to anywhere but `origin`.
export async function newPage(browser, origin, {
  width = 1280,
  height = 800,
  colorScheme = 'light',
  locale = 'en-US',
  deviceScaleFactor = 1,
  ...context
} = {}) {
  const inContext = await browser.newContext({
    viewport: { width, height }, colorScheme, locale, deviceScaleFactor, reducedMotion: 'reduce', ...context,
  });
  const page = await inContext.newPage();
  const problems = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob|about|file):/.test(url)) problems.push(`a request elsewhere: ${url}`);
  });
  return { page, problems };
}

// Resolves when the page's WebAssembly has started (index.html marks it) and two frames have been painted.
export async function started(page) {
  await page.waitForSelector('html[data-started]', { state: 'attached', timeout: 30_000 });
  await settled(page);
}

// Resolves when the fonts are there and two frames have been painted.
export async function settled(page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
