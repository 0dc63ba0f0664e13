import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { kinds } from './samples.ts';

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
<p><a href="/">All mails</a></p>
<h1>${escaped(title)}</h1>
${body}
</html>
`;

/** The list of all mails. */
export function listPage(): string {
  const items = Object.keys(kinds).map((kind) => `<li><a href="/${kind}">${kind}</a></li>`);
  return page(
    'The mails, with sample data',
    `<ul>${items.join('')}</ul><p>Words: content/emails. Look: src/mail. Reload after a change.</p>`,
  );
}

/** One mail: how it looks in both schemes at two widths, its plain text, headers and calendar file. */
export async function mailPage(kind: string, mail: SendMailOptions): Promise<string> {
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
    `<h2>To read</h2><div class="views">${views.join('')}</div>
<h2>As plain text</h2><pre id="text">${escaped(String(mail.text))}</pre>
<h2>Headers</h2><pre id="headers">${escaped(headers)}</pre>
${calendar ? `<h2>Calendar file</h2><pre id="calendar">${escaped(calendar.content)}</pre>` : ''}`,
  );
}

/** The HTML of a mail, as a program in one of the schemes shows it, whatever the scheme of this machine. */
export function inScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replaceAll('@media (prefers-color-scheme: dark)', scheme === 'dark' ? '@media all' : '@media not all');
}
