// A small server of static files on 127.0.0.1, for `make serve` and for the browser tests.
// Run: node scripts/static-server.mjs FOLDER PORT
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

// The file that a request means, or null: nothing outside the folder is served.
async function fileFor(folder, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
  } catch {
    return null;
  }
  const file = resolve(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(folder + sep) || file.includes('\0')) return null;
  const found = await stat(file).catch(() => null);
  return found?.isFile() ? { file, size: found.size } : null;
}

// Resolves to { origin, close } once it listens. Port 0 takes any free port.
export async function startServer(folder, port = 0) {
  const root = resolve(folder);
  if (!existsSync(join(root, 'index.html'))) throw new Error(`${root} holds no index.html: run 'make build' first`);
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const found = await fileFor(root, request.url);
    if (!found) {
      response.writeHead(404, { 'content-type': TYPES['.txt'] }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(found.file)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(found.file).on('error', () => response.destroy()).pipe(response);
  });
  await new Promise((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder, port] = process.argv.slice(2);
  try {
    const server = await startServer(folder, Number(port));
    process.once('SIGINT', () => process.exit(0));
    console.log(`\nRailyard is at ${server.origin}/   (Ctrl-C stops it)`);
  } catch (error) {
    console.error(error.code === 'EADDRINUSE'
      ? `railyard: port ${port} is taken, perhaps by another 'make serve'. Choose one: make serve PORT=8081`
      : `railyard: ${error.message}`);
    process.exit(1);
  }
}
