/** `npm run emails`: every mail with sample data, in a browser. Words and templates are read anew with each visit. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { loadContent } from '../src/content/load.ts';
import type { RenderMail } from '../src/mail/mail.ts';
import { inScheme, listPage, mailPage } from './emails/pages.ts';
import { kinds, sample } from './emails/samples.ts';

const templates = await createVite({
  configFile: false,
  root: join(import.meta.dirname, '..'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false },
  logLevel: 'warn',
});

async function answer(path: string): Promise<string | undefined> {
  const [, kind = '', scheme] = path.split('/');
  if (kind === '') return listPage();
  if (!Object.hasOwn(kinds, kind)) return undefined;
  const { renderMail } = (await templates.ssrLoadModule('/src/mail/render.tsx')) as { renderMail: RenderMail };
  const mail = await sample(kind, loadContent(), renderMail);
  if (scheme === undefined) return mailPage(kind, mail);
  return scheme === 'light' || scheme === 'dark' ? inScheme(String(mail.html), scheme) : undefined;
}

const server = createServer((request, response) => {
  const show = (status: number, type: string, text: string) =>
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text);
  answer(request.url ?? '/').then(
    (html) => (html === undefined ? show(404, 'text/plain', 'There is no such mail\n') : show(200, 'text/html', html)),
    (error: Error) => show(500, 'text/plain', `${error.message}\n`),
  );
});
server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  server.listen(0, '127.0.0.1');
});
server.on('listening', () => console.log(`The mails are at http://127.0.0.1:${(server.address() as AddressInfo).port}`));
server.listen(Number(process.env['PORT'] ?? 4322), '127.0.0.1');
