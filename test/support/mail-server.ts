import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';

/** An email as a mail server received it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
}

export interface MailServer extends AsyncDisposable {
  url: string;
  port: number;
  received: ReceivedMail[];
  /** Closes every connection without a response. */
  dropConnections: () => void;
  /** Resolves to the first email to this address, once there is one. */
  waitForMailTo: (address: string) => Promise<ReceivedMail>;
  /** Resolves once there are at least `count` emails. */
  waitForMails: (count: number) => Promise<ReceivedMail[]>;
}

/** Returns an error with which the mail server refuses a command. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** Starts an SMTP server on the loopback interface that keeps every email. */
export async function startMailServer(options: SMTPServerOptions = {}, { port = 0, user = '' } = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  async function keep(raw: Buffer, { mailFrom, rcptTo }: SMTPServerSession['envelope']): Promise<void> {
    const mail = await PostalMime.parse(raw);
    mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw: raw.toString(), mail });
    for (const check of waiting) check();
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        void keep(raw, envelope).finally(done);
      });
    },
    ...options,
  });
  const sockets = new Set<Socket>();
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  const until = <Found>(find: () => Found | undefined) =>
    new Promise<Found>((resolve) => {
      const check = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  const dropConnections = () => sockets.forEach((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: boundPort } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${user}127.0.0.1:${boundPort}`,
    port: boundPort,
    received: mails,
    dropConnections,
    waitForMailTo: (address) => until(() => mails.find(({ to }) => to[0] === address)),
    waitForMails: (count) => until(() => (mails.length < count ? undefined : mails)),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}

/** Returns the calendar file of an email, decoded from the raw email, because the email parser changes its line breaks. */
export function calendarIn({ raw }: ReceivedMail): string {
  const [, encoded] = /^Content-Type: application\/ics[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/mu.exec(raw) ?? [];
  if (!encoded) throw new Error('there is no calendar file in this mail');
  return Buffer.from(encoded, 'base64').toString();
}
