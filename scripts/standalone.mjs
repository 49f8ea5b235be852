// Turns dist/ into one HTML file that runs from disk and in sandboxed frames: dist-standalone/railyard.html.
//
// Such pages may load no file at all, modules and WebAssembly least of all, so everything is put inside: the styles and the
// icon as they are, the JavaScript as an inline module, the WebAssembly as base64 that it is started with.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const target = join(root, 'dist-standalone', 'railyard.html');

function fail(message) {
  console.error(`railyard: the one-file page could not be made: ${message}`);
  process.exit(1);
}

// A file of dist/.
function read(name, encoding = 'utf8') {
  try {
    return readFileSync(join(dist, name), encoding);
  } catch {
    return fail(`dist/${name} is missing; run 'make build' first`);
  }
}

// The only file with this ending.
function only(ending) {
  let names = [];
  try {
    names = readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(ending));
  } catch {
    fail("there is no dist/; run 'make build' first");
  }
  if (names.length !== 1) fail(`expected one ${ending} file in dist/, found: ${names.join(', ') || 'none'}`);
  return names[0];
}

// Where a link element points: trunk writes `./name`, quoted or not.
function hrefOf(link) {
  const href = /\bhref="?\.?\/?([^"\s>]+)"?/.exec(link)?.[1];
  return href ?? fail(`no address in ${link}`);
}

// Replaces exactly `count` matches. A function as replacement, since '$' has a meaning in a replacing string.
function replace(text, pattern, replacement, what, count = 1) {
  const found = [...text.matchAll(pattern)].length;
  if (found !== count) fail(`expected ${what} ${count} times in dist/index.html, found it ${found} times`);
  return text.replace(pattern, replacement);
}

// A script's text ends at the first `</script`, wherever it stands, and `<!--` changes how it is read.
const insideScript = (js) => js.replaceAll(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--');

const wasmName = only('.wasm');
const jsName = only('.js');
const js = read(jsName);
if (/^\s*import\s/m.test(js)) fail(`${jsName} imports another file, which one file cannot hold`);

// In one script wasm-bindgen's exports are just names, and the address of the module is never asked for: it gets the bytes.
const start = /^export\s*\{[^}]*?\b(\w+) as default\b[^}]*\};?[ \t]*$/m.exec(js);
if (!start) fail(`${jsName} exports no default function to start with`);
const plain = js.replace(start[0], () => '').replaceAll(/^export (?=class |function |async |const |let )/gm, '');
if (/^\s*export\b/m.test(plain)) fail(`${jsName} has an export that this script does not know`);

const script = `${plain}
const railyardBytes = Uint8Array.from(atob('${read(wasmName, 'base64')}'), (letter) => letter.charCodeAt(0));
await ${start[1]}({ module_or_path: railyardBytes });
dispatchEvent(new CustomEvent('TrunkApplicationStarted'));
`;

// Nothing may be fetched at all, not even from where the file lies.
const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
  + "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'";

let html = read('index.html');
html = replace(html, /(<meta http-equiv="Content-Security-Policy" content=)"[^"]*"/g, (_, before) => `${before}"${policy}"`, 'the policy');
html = replace(html, /<link [^>]*rel="(?:modulepreload|preload)"[^>]*>/g, () => '', 'a preload', 2);
html = html.replaceAll(/<link [^>]*rel="stylesheet"[^>]*>/g, (link) => {
  const css = read(hrefOf(link));
  if (/<\/style/i.test(css) || /url\(\s*['"]?(?!data:|#)/.test(css) || /@import/.test(css)) {
    fail(`${hrefOf(link)} refers to another file or would end its own element`);
  }
  return `<style>${css}</style>`;
});
html = html.replaceAll(/<link [^>]*rel="icon"[^>]*>/g, (link) => {
  const icon = hrefOf(link);
  if (!icon.endsWith('.svg')) fail(`the icon ${icon} is no SVG`);
  return `<link rel="icon" href="data:image/svg+xml;base64,${read(icon, 'base64')}">`;
});
html = replace(
  html,
  /<script type="module"[^>]*>[^<]*<\/script>/g,
  () => '',
  "trunk's start script",
);


const leftOver = /<(?:link|script|img|source|iframe)\b[^>]*\b(?:href|src)="(?!data:|#)[^"]*"/.exec(html);
if (leftOver) fail(`this still refers to a file: ${leftOver[0]}`);
html = replace(html, /<\/body>/g, () => `<script type="module">${insideScript(script)}</script>\n</body>`, 'the end of the body');

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, html);
console.log(`dist-standalone/railyard.html is ready (${Math.round(Buffer.byteLength(html) / 1024)} KB, one file)`);
