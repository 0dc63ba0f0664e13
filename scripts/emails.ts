/** `npm run emails`: serves every email with sample data for a browser. Reads words and templates again for every request. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { createServer as createVite } from 'vite';
import { loadContent } from '../src/content/load.ts';
import type { RenderMail } from '../src/mail/mail.ts';
import { mailNames, sample } from './email-samples.ts';

const templates = await createVite({
  configFile: false,
  root: join(import.meta.dirname, '..'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false },
  logLevel: 'warn',
});

/** Returns the HTML of a page; undefined if there is no such email. */
async function pageAt(path: string): Promise<string | undefined> {
  const [, kind = '', scheme] = path.split('/');
  if (kind === '') return listPage();
  if (!mailNames.includes(kind)) return undefined;
  const { renderMail } = (await templates.ssrLoadModule('/src/mail/render.tsx')) as { renderMail: RenderMail };
  const mail = await sample(kind, loadContent(), renderMail);
  if (scheme === undefined) return mailPage(kind, mail);
  return scheme === 'light' || scheme === 'dark' ? withScheme(String(mail.html), scheme) : undefined;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>
body { margin: 2rem; font: 16px/1.5 Georgia, serif; color: #2a1b2b; background: #f1e7d8; }
a { color: #5b2a4e; } h1, h2 { font-weight: 400; }
pre { padding: 1rem; background: #fbf6ee; overflow-x: auto; white-space: pre-wrap; font-size: 14px; }
.views { display: flex; flex-wrap: wrap; gap: 2rem; align-items: start; }
figure { margin: 0; max-width: 100%; } iframe { display: block; max-width: 100%; height: 60rem; border: 1px solid #5b4959; background: white; }
</style>
<p><a href="/">All emails</a></p>
<h1>${escaped(title)}</h1>
${body}
</html>
`;

function listPage(): string {
  const items = mailNames.map((kind) => `<li><a href="/${kind}">${kind}</a></li>`);
  return page(
    'The mails, with sample data',
    `<ul>${items.join('')}</ul><p>Words: content/emails. Look: src/mail. Reload after a change.</p>`,
  );
}

/** Returns a page with one email in both color schemes at two widths, its plain text, headers and calendar file. */
async function mailPage(kind: string, mail: SendMailOptions): Promise<string> {
  const views = ['light', 'dark'].flatMap((scheme) =>
    [600, 320].map(
      (width) =>
        `<figure><figcaption>${scheme}, ${width} pixels</figcaption>` +
        `<iframe title="${scheme}, ${width} pixels" width="${width}" src="/${kind}/${scheme}"></iframe></figure>`,
    ),
  );
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  const [headers = ''] = String(message).split(/\r?\n\r?\n/u, 1);
  const calendar = mail.icalEvent as { content: string } | undefined;
  return page(
    `${kind}: ${mail.subject}`,
    `<h2>HTML</h2><div class="views">${views.join('')}</div>
<h2>Plain text</h2><pre id="text">${escaped(String(mail.text))}</pre>
<h2>Headers</h2><pre id="headers">${escaped(headers)}</pre>
${calendar ? `<h2>Calendar file</h2><pre id="calendar">${escaped(calendar.content)}</pre>` : ''}`,
  );
}

/** Returns the HTML of an email as a mail program with this color scheme shows it, regardless of the scheme of this machine. */
function withScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all');
}

const server = createServer((request, response) => {
  const respond = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
  pageAt(request.url ?? '/').then(
    (html) => (html === undefined ? respond(404, 'text/plain', 'There is no such email\n') : respond(200, 'text/html', html)),
    (error: Error) => respond(500, 'text/plain', `${error.message}\n`),
  );
});
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  server.listen(0, '127.0.0.1');
});
server.on('listening', () => console.log(`The emails are at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
server.listen(Number(process.env['PORT'] ?? 4322), '127.0.0.1');
