import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '../app/settings.ts';
import type { Content } from '../content/content.ts';
import { pluralize } from '../content/format.ts';
import { featuredRetreat } from '../content/retreat-schedule.ts';
import { isFormOpen } from '../content/workshop-schedule.ts';
import { StoreUnavailable } from '../database/unavailable.ts';
import { waitlistForm, workshopForm } from '../forms/fields.ts';
import type { FormDefinition } from '../forms/definition.ts';
import { mailFolder, listMailsInFiles } from '../mail/file-transport.ts';
import { smtpTransport } from '../mail/smtp-transport.ts';
import { ChannelBusy, ReceiverFailed, withTimeout } from '../outbox/channel.ts';
import { connectionReason } from '../outbox/connection-reason.ts';
import { describeResponse, isTemporaryFailure, request, userAgent } from '../outbox/channels/http-request.ts';
import {
  createKeapClient,
  customFieldOf,
  fetchCustomFieldIds,
  missingCustomFields,
  type KeapClientParts,
} from '../outbox/channels/keap-client.ts';
import { paths } from '../paths.ts';
import { fix, ok, warn, type CheckResult } from './check-result.ts';

/** Checks whether the mail server would accept emails, without sending one. */
export async function* checkMail({ smtpUrl, organizerEmail, dataDir }: Settings, isPublic: boolean): AsyncGenerator<CheckResult> {
  // Without a mail server, a person who tries the site before it goes public gets no email.
  if (!smtpUrl)
    return yield {
      state: isPublic ? 'warn' : 'ok',
      message: `SMTP_URL is not set: emails reach nobody; each one is written to a file in ${mailFolder(dataDir)}`,
    };
  const place = `SMTP_URL (${new URL(smtpUrl).host})`;
  const server = smtpTransport(smtpUrl);
  try {
    await withTimeout(server.verify);
    const inFiles = (await listMailsInFiles(dataDir)).size;
    const written = `${pluralize(inFiles, 'email was', 'emails were')} written to files in ${mailFolder(dataDir)}`;
    yield ok(`${place} accepts our login${inFiles > 0 ? `; ${written} before it was set, and reached nobody` : ''}`);
  } catch (error) {
    const { message } = error as Error;
    yield fix(error instanceof StoreUnavailable ? message : `${place}: ${message}`);
  } finally {
    server.close();
  }
  if (!organizerEmail) yield warn('ORGANIZER_EMAIL is not set: nobody gets an email about sign-ups, or when the provider refuses them');
}

/** Checks whether what founders send would be accepted where it is forwarded. It only reads: nothing is sent or changed. */
export async function* checkProvider(
  { siteUrl, providerForms, providerApi, webhook }: Settings,
  content: Content,
  now: () => Date,
): AsyncGenerator<CheckResult> {
  // A form that is closed may be gone at the provider as well.
  const openWorkshops = content.workshops.filter((workshop) => isFormOpen(workshop, content.workshops, now()));
  const forms = [
    waitlistForm(content, featuredRetreat(content.retreats, now())),
    ...openWorkshops.map((workshop) => workshopForm(content, workshop)),
  ];
  const agent = userAgent(siteUrl);
  if (!providerForms && !providerApi && !webhook)
    yield ok('sign-ups are not forwarded: none of KEAP_FORM_HOST, KEAP_API_TOKEN and WEBHOOK_URL is set');
  if (providerForms && providerApi)
    yield warn('KEAP_FORM_HOST and KEAP_API_TOKEN are both set: the provider gets everything twice; unset one');
  if (providerForms) yield* checkHostedForms(providerForms, forms, agent, now);
  if (providerApi) yield await checkRestApi({ ...providerApi, agent, now }, forms);
  if (webhook) yield await checkWebhook(new URL(webhook.url));
}

async function* checkHostedForms(origin: string, forms: FormDefinition[], agent: string, now: () => Date): AsyncGenerator<CheckResult> {
  const place = `KEAP_FORM_HOST (${new URL(origin).host})`;
  let formsThere = 0;
  for (const { id, name } of forms) {
    const address = origin + paths.form(id);
    try {
      const init = { headers: { 'user-agent': agent, accept: 'text/html' } };
      const response = await withTimeout((signal) => request({ name: 'The provider’s form', now }, address, { ...init, signal }));
      if (response.status === 200) {
        formsThere += 1;
        if (demandsCaptcha(response.text)) yield warn(`${place}: ${captchaAdvice(id, name)}`);
      } else if (response.status === 404 || response.status === 410)
        yield fix(`${place}: there is no form ${id} (${name}); set its id in content/ as the provider shows it`);
      else
        yield {
          state: isTemporaryFailure(response) ? 'warn' : 'fix',
          message: `${place}: ${address} shows no form, but responds with ${describeResponse(response)}`,
        };
    } catch (error) {
      // The other forms are on the same host.
      return yield fix(`${place}: ${(error as Error).message}`);
    }
  }
  if (formsThere === forms.length) yield ok(`${place} has ${pluralize(formsThere, 'form')} of content/`);
}

/** The marks of reCAPTCHA, hCaptcha and Turnstile in a page; each of their documents puts one of these classes or scripts into the form. */
const demandsCaptcha = (page: string) => /g-recaptcha|h-captcha|cf-turnstile|recaptcha\/(?:api|enterprise)\.js/u.test(page);

const captchaAdvice = (id: string, name: string) =>
  `the form ${id} (${name}) requires a captcha in a browser, so it will refuse what this site forwards; use the REST API (KEAP_API_TOKEN) instead, or turn the captcha off there`;

async function checkRestApi(parts: KeapClientParts, forms: FormDefinition[]): Promise<CheckResult> {
  const place = `KEAP_API_URL (${new URL(parts.url).host})`;
  try {
    const idOf = await withTimeout((signal) => fetchCustomFieldIds(createKeapClient(parts), signal));
    const needed = new Set(forms.flatMap(({ fields }) => fields.flatMap(({ wire }) => customFieldOf(wire) ?? [])));
    const missing = [...needed].filter((field) => !idOf(field));
    if (missing.length > 0) return fix(`${place}: ${missingCustomFields(missing)}`);
    return ok(`${place} accepts our token, and has every custom field of the forms`);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ReceiverFailed || error instanceof ChannelBusy)
      return warn(`${place}: ${message}; sign-ups will wait until it does`);
    return fix(`${place}: ${message}`);
  }
}

/**
 * Checks only whether the receiver accepts a connection: it could rightly treat any request as a message and act on it. Whether it knows
 * the secret shows with the first message. The path is not printed, since it is often a secret.
 */
async function checkWebhook({ protocol, hostname, port }: URL): Promise<CheckResult> {
  const isSecure = protocol === 'https:';
  const host = hostname.replaceAll(/^\[|\]$/gu, '');
  const target = { host, port: Number(port || (isSecure ? 443 : 80)) };
  const place = `WEBHOOK_URL (${hostname}:${target.port})`;
  const socket = isSecure ? connectTls({ ...target, servername: isIP(host) ? '' : host }) : connect(target);
  try {
    await withTimeout(() => once(socket, isSecure ? 'secureConnect' : 'connect'));
    return ok(`${place} accepts connections; only the first message will show whether it accepts messages`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return fix(
      `${place}: the webhook’s receiver cannot be reached (${code ? connectionReason(code) : message}); check this address, and that the receiver is running${isSecure ? ', can be reached from here, and has a valid certificate' : ' and can be reached from here'}; messages wait until it works`,
    );
  } finally {
    socket.destroy();
  }
}
