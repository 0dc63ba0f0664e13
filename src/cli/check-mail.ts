import { mailFolder } from '../mail/file-transport.ts';
import { smtpTransport } from '../mail/smtp-transport.ts';
import { withTimeout } from '../outbox/channel.ts';
import type { Settings } from '../app/settings.ts';
import type { Check } from './checks.ts';

/** Whether mails would leave, without sending one. */
export async function* mail({ smtpUrl, organizerEmail, dataDir }: Settings): AsyncGenerator<Check> {
  const name = 'mail';
  // So it is meant to be until a site goes public: nobody's inbox is written to by trying it out.
  if (!smtpUrl)
    return yield { name, state: 'ok', message: `SMTP_URL is not set: no mail leaves, each becomes a file in ${mailFolder(dataDir)}` };
  const place = `SMTP_URL (${new URL(smtpUrl).host})`;
  const server = smtpTransport(smtpUrl);
  try {
    await withTimeout(server.verify);
    yield { name, state: 'ok', message: `${place} lets us in` };
  } catch (error) {
    yield { name, state: 'mend', message: `${place}: ${(error as Error).message}` };
  } finally {
    server.close();
  }
  if (!organizerEmail)
    yield { name, state: 'warn', message: 'ORGANIZER_EMAIL is not set: no inbox hears of sign-ups, or when the provider refuses us' };
}
