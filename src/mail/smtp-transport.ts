import { TryLater, Undeliverable } from '../outbox/channel.ts';
import { connectionReason } from '../outbox/connection-reason.ts';
import { Bounced, type Transport } from './mail-channel.ts';

/** How long the server may take to accept a connection and to greet. How long it may take for an email is the channel's timeout. */
const connectionTimeoutMs = 9000;

interface SmtpTransport extends Transport {
  /** Connects and logs in as an email would, without sending one. Throws as `send` does. */
  verify: () => Promise<void>;
  close: () => void;
}

/** Sends through the mail server of SMTP_URL, over a few connections that stay open. */
export function smtpTransport(url: string): SmtpTransport {
  let opened: ReturnType<typeof createPool> | undefined;
  const pool = () => (opened ??= createPool(url));
  return {
    send: async (mail, _id, signal) => void (await withExplainedErrors((await pool()).sendMail({ ...mail, signal }))),
    verify: async () => void (await withExplainedErrors((await pool()).verify())),
    // A connection that waits for the next email would keep the process from ending.
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * Returns whether emails must not go out before the connection is encrypted. Over `smtp://` a server offers that with STARTTLS (RFC
 * 3207), and an attacker on the path can remove the offer: so encryption is required, unless the server is on this machine or SMTP_URL
 * ends in `?requireTLS=false`.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const parameter = searchParams.get('requireTLS');
  if (parameter !== null) return parameter !== 'false';
  return !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

/** nodemailer uses a lot of memory, and most of the time no email is sent, so it is loaded with the first one. */
async function createPool(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: requiresTls(url),
    pool: true,
    maxConnections: 10,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function withExplainedErrors<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: SmtpError) => {
    throw explain(error);
  });
}

interface SmtpError extends Error {
  code?: string;
  /** The system's own code, such as ECONNREFUSED. */
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** The codes that refuse a mailbox (RFC 5321, 4.2.3; RFC 7504, 3). Other codes are about commands, logging in or storage. */
const mailboxCodes = new Set([521, 550, 551, 553, 554, 556]);

/**
 * Refused although the address is valid: a full mailbox, the sender's address, the system, the route, the protocol, a policy (RFC 3463, 3.2
 * to 3.8). Some servers write that code last, and some none.
 */
const otherReasons = /\b5\.(?:1\.[78]|2\.2|[34567]\.\d+)\b|\b(?:relay|sender|helo|ehlo|authenticat|spam|blocked|blacklist|policy)/iu;

/** RFC 5321, 4.2.1: 4yz may succeed later, 5yz will not. */
function explain({ name, code, originalCode, responseCode = 0, response = '', command = '' }: SmtpError): Error {
  if (code === 'EAUTH') return new TryLater('the mail server refuses the login; correct the user name and the password in SMTP_URL');
  // Not after 4yz: the server offers it and cannot do it now (RFC 3207, 4), which is no reason to turn encryption off.
  if (code === 'ETLS' && !(responseCode >= 400 && responseCode < 500))
    return new TryLater(
      'the mail server offers no encryption (STARTTLS); use smtps:// in SMTP_URL, or end it in ?requireTLS=false if nobody on the network path can read the mail',
    );
  if (responseCode >= 500) return explainRefusal({ responseCode, response, command });
  if (responseCode >= 400) return new TryLater(`the mail server asks to try again later (${responseCode})`);
  return new TryLater(`the mail server cannot be reached (${connectionReason(originalCode ?? code ?? name)}); check SMTP_URL`);
}

/** Explains 5yz by the command that it answers. A refusal of the sender does not count against the address. */
function explainRefusal({ responseCode, response, command }: Required<Pick<SmtpError, 'responseCode' | 'response' | 'command'>>): Error {
  if (command.startsWith('RCPT')) {
    const isMailboxRefused = mailboxCodes.has(responseCode) && !otherReasons.test(response);
    if (isMailboxRefused) return new Bounced(`the mail server accepts no mail for this address (${responseCode})`);
    return new TryLater(
      `the mail server refuses this mail for now (${/^[\d. -]{3,9}/u.exec(response)?.[0].trim()}); the reason is a full mailbox, MAIL_FROM or a rule against this sender, not the address`,
    );
  }
  if (command.startsWith('MAIL')) return new TryLater(`the mail server refuses the sender (${responseCode}); correct MAIL_FROM`);
  // Before any email was mentioned: because of a blocklist, for instance (RFC 5321, 3.1).
  if (/^(?:CONN|EHLO|HELO|STARTTLS)/u.test(command))
    return new TryLater(`the mail server refuses the connection (${responseCode}); check SMTP_URL, or ask the operator of that server`);
  return new Undeliverable(`the mail server refuses this mail (${responseCode})`);
}
