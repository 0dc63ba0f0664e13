import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { TryLater, Undeliverable } from '../outbox/channel.ts';
import { Bounced } from './mail-channel.ts';
import type { SendMail } from './mail-channel.ts';

/** How long the server may take to be there and to greet us, in milliseconds. How long it may take over a mail is the delivery's to say. */
const timeout = 9000;

/** What nodemailer throws. */
interface SmtpError extends Error {
  code?: string;
  /** The system's own, such as ECONNREFUSED. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The mail server of SMTP_URL. */
export interface MailServer extends SendMail {
  /** Connects and logs in as a mail would, sends none, and lets go again. Throws as sending does. */
  greet: () => Promise<void>;
  close: () => void;
}

/** Sends through the mail server of SMTP_URL, over a few connections that stay open. */
export function serverTransport(url: string): MailServer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 10,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never);
  return Object.assign((mail: SendMailOptions, _key: string, signal: AbortSignal) => asked(transport.sendMail({ ...mail, signal })), {
    greet: () => asked(transport.verify()),
    // A connection that waits for the next mail would keep the process from ending.
    close: () => transport.close(),
  });
}

async function asked(answer: Promise<unknown>): Promise<void> {
  await answer.catch((error: SmtpError) => {
    throw inOurWords(error);
  });
}

/** What refuses a mailbox (RFC 5321, 4.2.3; RFC 7504, 3): the other codes speak of commands, of logging in, of room. */
const ofMailboxes = new Set([521, 550, 551, 553, 554, 556]);

/**
 * Refused though the address is good: a full mailbox, the sender's address, the system, the route, the protocol, a policy (RFC 3463, 3.2 to 3.8). Some
 * servers write that code last, and some none.
 */
const notHerAddress = /\b5\.(?:1\.[78]|2\.2|[34567]\.\d+)\b|\b(?:relay|sender|helo|ehlo|authenticat|spam|blocked|blacklist|policy)/iu;

/** RFC 5321, 4.2.1: 4yz may go well later, 5yz will not. A refusal of ourselves is no fault of the address. */
function inOurWords(error: SmtpError): Error {
  const { code, originalCode, responseCode = 0, response = '', command = '' } = error;
  if (code === 'EAUTH') return new TryLater('the mail server does not let us in; set user and password in SMTP_URL right');
  if (responseCode >= 500 && command.startsWith('RCPT') && (!ofMailboxes.has(responseCode) || notHerAddress.test(response)))
    return new TryLater(
      `the mail server refuses this mail for now (${/^[\d. -]{3,9}/u.exec(response)?.[0].trim()}); a full mailbox, MAIL_FROM or a rule against us, not the address`,
    );
  if (responseCode >= 500 && command.startsWith('RCPT'))
    return new Bounced(`the mail server takes no mail for this address (${responseCode})`);
  if (responseCode >= 500 && command.startsWith('MAIL'))
    return new TryLater(`the mail server does not take mail from us (${responseCode}); look at MAIL_FROM`);
  // Before it heard of any mail: its list of whom it takes nothing from, for instance (RFC 5321, 3.1).
  if (responseCode >= 500 && /^(?:CONN|EHLO|HELO|STARTTLS)/u.test(command))
    return new TryLater(`the mail server takes nothing from us (${responseCode}); look at SMTP_URL, or ask who runs that server`);
  if (responseCode >= 500) return new Undeliverable(`the mail server refuses this mail (${responseCode})`);
  if (responseCode >= 400) return new TryLater(`the mail server asks us to come back later (${responseCode})`);
  return new TryLater(`the mail server cannot be reached (${originalCode ?? code ?? error.name}); look at SMTP_URL`);
}
