import { createTransport } from 'nodemailer';
import { TryLater, Undeliverable } from '../channel.ts';
import { Bounced } from './mail.ts';
import type { SendMail } from './mail.ts';

/** Shorter than a delivery may take, in milliseconds. */
const timeout = 9000;

/** What nodemailer throws. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** Sends through the mail server of SMTP_URL, over a few connections that stay open. */
export function serverTransport(url: string): SendMail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  return async (mail) => {
    await transport.sendMail(mail).catch((error: SmtpError) => {
      throw inOurWords(error);
    });
  };
}

/** RFC 5321, 4.2.1: 4yz may go well later, 5yz will not. A refusal of ourselves is no fault of the address. */
function inOurWords(error: SmtpError): Error {
  const { code, responseCode = 0, command = '' } = error;
  if (code === 'EAUTH') return new TryLater('the mail server does not let us in; set user and password in SMTP_URL right');
  if (responseCode >= 500 && command.startsWith('RCPT'))
    return new Bounced(`the mail server takes no mail for this address (${responseCode})`);
  if (responseCode >= 500 && command.startsWith('MAIL'))
    return new TryLater(`the mail server does not take mail from us (${responseCode}); look at MAIL_FROM`);
  if (responseCode >= 500) return new Undeliverable(`the mail server refuses this mail (${responseCode})`);
  if (responseCode >= 400) return new TryLater(`the mail server asks us to come back later (${responseCode})`);
  return new TryLater(`the mail server cannot be reached (${code ?? error.name}); look at SMTP_URL`);
}
