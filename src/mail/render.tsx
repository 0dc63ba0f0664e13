import { render } from '@react-email/render';
import { MailLayout } from './MailLayout.tsx';
import type { RenderMail } from './mail.ts';
import { textOf } from './text.ts';

/** HTML for the eye, plain text for everything else. */
export const renderMail: RenderMail = async (mail) => ({
  subject: mail.subject,
  html: await render(<MailLayout mail={mail} />),
  text: textOf(mail),
});
