import { createHash } from 'node:crypto';

/** What the page may do: load its own files and speak to its own server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of every answer: it is about people, so nothing of it is kept, framed, or read by another origin. */
export const deskHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const style =
  'body{margin:12vh auto;padding:0 1.5rem;max-width:34rem;font:1.1rem/1.6 system-ui,sans-serif;color:#2a1b2b;background:#fbf6ee}' +
  'h1{font:440 2rem/1.1 Georgia,serif;color:#5b2a4e}a{color:#5b2a4e}' +
  '@media(prefers-color-scheme:dark){body{color:#efe6da;background:#1f1521}h1,a{color:#f0d3a6}}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** For a browser that has no key: it stands alone, since nothing else is given to it. */
export const closedPage = {
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The desk is closed here</title><style>${style}</style><main><h1>The desk is closed here</h1><p>Each address that the command prints opens the desk once, in one browser. This one was used before, or its key is missing or mistyped.</p><p>Run <code>bin/organizer desk</code> again, and open the address that it prints.</p><p>Is it open in this browser already? <a href="/">Go to the desk</a></p></main></html>`,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  },
};
