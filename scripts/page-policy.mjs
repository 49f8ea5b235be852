// Fills the hashes of the built page's inline scripts into its policy, so that no other inline script runs. trunk calls this
// at the end of a build, before the page moves from its staging folder to dist/.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(process.env.TRUNK_STAGING_DIR ?? 'dist', 'index.html');
const html = readFileSync(page, 'utf8');
const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text);
const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
if (!html.includes('{{inline-scripts}}') || hashes.length === 0) {
  console.error('railyard: index.html has no policy with {{inline-scripts}}, or no inline script');
  process.exit(1);
}
writeFileSync(page, html.replace('{{inline-scripts}}', () => hashes.join(' ')));
