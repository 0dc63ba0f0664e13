import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Content } from '../content/content.ts';
import { isRegistrationOpen } from '../content/schedule.ts';
import { waitlistForm, workshopForm } from '../forms/catalog.ts';
import type { FormDefinition } from '../forms/definition.ts';
import { withTimeout } from '../outbox/channel.ts';
import { describe, isTemporary, request, userAgent } from '../outbox/channels/http-request.ts';
import { createKeapClient, customFieldIds, customFieldOf, missingCustomFields } from '../outbox/channels/keap-client.ts';
import type { KeapClientParts } from '../outbox/channels/keap-client.ts';
import { paths } from '../paths.ts';
import type { Settings } from '../app/settings.ts';
import type { Check } from './checks.ts';
import { counted } from './counted.ts';

const name = 'provider';
const now = () => new Date();

/** Whether what founders send would be taken where it is sent on to. It only reads there: nothing is sent on, and nothing changes. */
export async function* provider({ siteUrl, providerForms, providerApi, webhook }: Settings, content: Content): AsyncGenerator<Check> {
  const forms = formsInUse(content);
  const agent = userAgent(siteUrl);
  if (!providerForms && !providerApi && !webhook)
    yield {
      name,
      state: 'ok',
      message: 'nothing is set that forwards sign-ups (KEAP_FORM_HOST, KEAP_API_TOKEN, WEBHOOK_URL): they stay here',
    };
  if (providerForms && providerApi)
    yield {
      name,
      state: 'warn',
      message: 'KEAP_FORM_HOST and KEAP_API_TOKEN are both set: the provider gets everything twice; take one away',
    };
  if (providerForms) yield* hostedForms(providerForms, forms, agent);
  if (providerApi) yield await restApi({ ...providerApi, agent, now }, forms);
  if (webhook) yield await receiver(new URL(webhook.url));
}

/** A form that takes no answers any more may be gone at the provider as well. */
function formsInUse(content: Content): FormDefinition[] {
  const open = content.workshops.filter((workshop) => isRegistrationOpen(workshop, now()));
  return [waitlistForm(content), ...open.map((workshop) => workshopForm(content, workshop))];
}

async function* hostedForms(origin: string, forms: FormDefinition[], agent: string): AsyncGenerator<Check> {
  const place = `KEAP_FORM_HOST (${new URL(origin).host})`;
  let found = 0;
  for (const { id, name: form } of forms) {
    const address = origin + paths.form(id);
    try {
      const init = { headers: { 'user-agent': agent, accept: 'text/html' } };
      const answer = await withTimeout((signal) => request({ name: 'The provider’s form', now }, address, { ...init, signal }));
      if (answer.status === 200) found += 1;
      else if (answer.status === 404 || answer.status === 410)
        yield {
          name,
          state: 'mend',
          message: `${place}: there is no form ${id} (${form}); set its id in content/ as the provider shows it`,
        };
      else
        yield {
          name,
          state: isTemporary(answer) ? 'warn' : 'mend',
          message: `${place}: ${address} shows no form, but answers ${describe(answer)}`,
        };
    } catch (error) {
      // The other forms are at the same host.
      return yield { name, state: 'mend', message: `${place}: ${(error as Error).message}` };
    }
  }
  if (found === forms.length) yield { name, state: 'ok', message: `${place} has ${counted(found, 'form')} of content/` };
}

async function restApi(parts: KeapClientParts, forms: FormDefinition[]): Promise<Check> {
  const place = `KEAP_API_URL (${new URL(parts.url).host})`;
  try {
    const idOf = await withTimeout((signal) => customFieldIds(createKeapClient(parts), signal));
    const needed = new Set(forms.flatMap(({ fields }) => fields.flatMap(({ wire }) => customFieldOf(wire) ?? [])));
    const missing = [...needed].filter((field) => !idOf(field));
    if (missing.length > 0) return { name, state: 'mend', message: `${place}: ${missingCustomFields(missing)}` };
    return { name, state: 'ok', message: `${place} takes our token, and has every custom field of the forms` };
  } catch (error) {
    return { name, state: 'mend', message: `${place}: ${(error as Error).message}` };
  }
}

/**
 * Whether it takes a connection, and no more: a receiver could take any request for a message, and would be right to act on it. Whether it knows the
 * secret shows with the first real one. The path is not shown, since often it is a secret itself.
 */
async function receiver({ protocol, hostname, port }: URL): Promise<Check> {
  const secure = protocol === 'https:';
  const host = hostname.replaceAll(/^\[|\]$/gu, '');
  const target = { host, port: Number(port || (secure ? 443 : 80)) };
  const place = `WEBHOOK_URL (${hostname}:${target.port})`;
  const socket = secure ? connectSecurely({ ...target, servername: isIP(host) ? '' : host }) : connect(target);
  try {
    await withTimeout(() => once(socket, secure ? 'secureConnect' : 'connect'));
    return { name, state: 'ok', message: `${place} takes connections; whether it takes messages shows with the first one` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { name, state: 'mend', message: `${place}: the webhook’s receiver cannot be reached (${code ?? message})` };
  } finally {
    socket.destroy();
  }
}
