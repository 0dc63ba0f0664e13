import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions, SMTPServerSession } from 'smtp-server';

/** A mail as a mail server took it. */
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
  /** Breaks every connection off, without a word. */
  dropConnections: () => void;
  /** Resolves once there is a letter to this address. */
  waitForMailTo: (address: string) => Promise<ReceivedMail>;
  /** Resolves once there are so many letters. */
  waitForMails: (count: number) => Promise<ReceivedMail[]>;
}

/** An answer that refuses, as a mail server gives it. */
export function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** A real mail server on the loopback interface, which hands nothing on. */
export async function startMailServer(options: SMTPServerOptions = {}, { port = 0, user = '' } = {}): Promise<MailServer> {
  const letters: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  async function keep(raw: Buffer, { mailFrom, rcptTo }: SMTPServerSession['envelope']): Promise<void> {
    const mail = await PostalMime.parse(raw);
    letters.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw: raw.toString(), mail });
    for (const look of waiting) look();
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
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const cut = () => sockets.forEach((socket) => socket.destroy());
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${user}127.0.0.1:${taken}`,
    port: taken,
    received: letters,
    dropConnections: cut,
    waitForMailTo: (address) => until(() => letters.find(({ to }) => to[0] === address)),
    waitForMails: (count) => until(() => (letters.length < count ? undefined : letters)),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

/** The calendar file of a letter, byte for byte: the parser of mails changes its line breaks. */
export function calendarIn({ raw }: ReceivedMail): string {
  const [, encoded] = /^Content-Type: application\/ics[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/mu.exec(raw) ?? [];
  if (!encoded) throw new Error('there is no calendar file in this letter');
  return Buffer.from(encoded, 'base64').toString();
}
