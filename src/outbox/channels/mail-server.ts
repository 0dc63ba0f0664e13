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
  response?: string;
  command?: string;
}

/** Sends through the mail server of SMTP_URL, over a few connections that stay open. */
export function serverTransport(url: string): SendMail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 10,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  const send: SendMail = async (mail) => {
    await transport.sendMail(mail).catch((error: SmtpError) => {
      throw inOurWords(error);
    });
  };
  // A connection that waits for the next mail would keep the process from ending.
  return Object.assign(send, { close: () => transport.close() });
}

/** Refused by policy, such as a list of senders to block (RFC 3463, 3.8), or a full mailbox (3.3): the address itself is good. */
const notHerAddress = /^\d{3}[ -]5\.(?:7\.\d+|2\.2)\b/u;

/** RFC 5321, 4.2.1: 4yz may go well later, 5yz will not. A refusal of ourselves is no fault of the address. */
function inOurWords(error: SmtpError): Error {
  const { code, responseCode = 0, response = '', command = '' } = error;
  if (code === 'EAUTH') return new TryLater('the mail server does not let us in; set user and password in SMTP_URL right');
  if (responseCode >= 500 && command.startsWith('RCPT') && notHerAddress.test(response))
    return new TryLater(
      `the mail server refuses this mail for now (${response.slice(0, 9)}); a full mailbox or a rule against us, not the address`,
    );
  if (responseCode >= 500 && command.startsWith('RCPT'))
    return new Bounced(`the mail server takes no mail for this address (${responseCode})`);
  if (responseCode >= 500 && command.startsWith('MAIL'))
    return new TryLater(`the mail server does not take mail from us (${responseCode}); look at MAIL_FROM`);
  if (responseCode >= 500) return new Undeliverable(`the mail server refuses this mail (${responseCode})`);
  if (responseCode >= 400) return new TryLater(`the mail server asks us to come back later (${responseCode})`);
  return new TryLater(`the mail server cannot be reached (${code ?? error.name}); look at SMTP_URL`);
}
