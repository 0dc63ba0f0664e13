import { render, toPlainText } from '@react-email/render';
import { MailLayout } from './MailLayout.tsx';
import type { RenderMail } from './mail.ts';

/** HTML for the eye, plain text for everything else. */
export const renderMail: RenderMail = async (mail) => {
  const html = await render(<MailLayout mail={mail} />);
  return { subject: mail.subject, html, text: toPlainText(html, { wordwrap: false }) };
};
