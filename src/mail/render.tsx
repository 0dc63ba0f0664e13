import { render } from '@react-email/render';
import type { Link, MailBody, RenderMail } from './mail.ts';
import { linesOf, MailLayout } from './MailLayout.tsx';

export const renderMail: RenderMail = async (mail) => ({
  subject: mail.subject,
  html: await render(<MailLayout mail={mail} />),
  text: plainText(mail),
});

/**
 * Returns an email as a person would type it: one link on a line, after what it is for. The alternatives to the button are left out: they
 * are addresses of many lines, for programs that show no HTML.
 */
function plainText(mail: MailBody): string {
  const { siteName, heading, text, facts, withButton, button, next, after, foot, postalAddress, siteUrl, unsubscribe } = mail;
  const lines = facts?.map(({ label, value, href }) => {
    const [first = '', ...rest] = linesOf(value);
    return [`${label}: ${first}`, ...rest.map((line) => `  ${line}`), ...(href ? [`  ${href}`] : [])].join('\n');
  });
  const parts = [
    heading,
    ...text,
    ...(lines?.length ? [lines.join('\n')] : []),
    ...withButton,
    ...link(button),
    ...after,
    ...link(next),
    // A signature separator (RFC 3676, 4.3).
    ['-- ', siteName, siteUrl, foot, ...(postalAddress ? [postalAddress] : []), ...link(unsubscribe)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const link = (to: Link | undefined) => (to ? [`${to.text}:\n${to.href}`] : []);
