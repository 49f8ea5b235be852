// Screenshots of the built page: three widths, light and dark, both languages.
// Run: scripts/shots [FOLDER [LINK]]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium, newPage, serveDist, started } from './browser.mjs';

const [folder, link = '#v=1'] = process.argv.slice(2);
const withLanguage = (language) => `${link}${link.includes('#') ? '&' : '#v=1&'}lang=${language}`;

await mkdir(folder, { recursive: true });
const server = await serveDist();
const browser = await launchChromium();
let failed = false;
for (const [language, locale] of [['en', 'en-US'], ['zh-Hant', 'zh-TW']]) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1024, 1440]) {
      const height = width < 600 ? 844 : 900;
      const { page, problems } = await newPage(browser, server.origin, { width, height, colorScheme, locale });
      await page.goto(`${server.origin}/${withLanguage(language)}`);
      await started(page);
      const file = join(folder, `${width}-${colorScheme}-${language}.png`);
      await page.screenshot({ path: file, fullPage: true });
      await page.context().close();
      console.log(file);
      for (const problem of problems) console.error(`  ${problem}`);
      failed ||= problems.length > 0;
    }
  }
}
await browser.close();
await server.close();
process.exitCode = failed ? 1 : 0;
