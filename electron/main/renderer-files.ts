import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { linkScheme } from '@contract/deep-links';
import type { PageAnswer, PageRequest } from './page-answers';

/** The app's own scheme; pages and everything they load come from `fleetdesk://app/`. */
export const appScheme = linkScheme;
/** The one origin of our pages. */
export const appOrigin = `${appScheme}://app`;

/**
 * What a page may load: itself, nothing else. Workers and fetches stay inside the app; `data:` is
 * for pictures that the page makes, never for code or fonts.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types vue default',
].join('; ');

/** File types that the renderer is made of; any other name is no file of ours. */
const contentTypes: Readonly<Record<string, string>> = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Headers of everything that a page of ours gets. */
export const pageHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers a request of a page with a file of the built renderer, or with 403, 404, 405. */
export async function answerWithFile(request: PageRequest, folder: string): Promise<PageAnswer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const file = fileFor(request.url, folder);
  if (file === null) return refuse(403);
  const contentType = contentTypes[path.extname(file).toLowerCase()];
  if (contentType === undefined) return refuse(404);
  try {
    const content = await readFile(file);
    return {
      status: 200,
      headers: { ...pageHeaders, 'Content-Type': contentType },
      body: request.method === 'HEAD' ? null : content,
    };
  } catch {
    return refuse(404);
  }
}

/** The file that an address names, or null where it leads out of the folder. */
function fileFor(address: string, folder: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== `${appScheme}:` || url.host !== 'app') return null;
  let name: string;
  try {
    name = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (name.includes('\0') || name.includes('\\')) return null;
  const file = path.resolve(folder, `.${name}`);
  return file.startsWith(path.resolve(folder) + path.sep) ? file : null;
}

function refuse(status: 403 | 404 | 405): PageAnswer {
  return { status, headers: pageHeaders, body: null };
}
