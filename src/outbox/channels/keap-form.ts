import type { Content } from '../../content/content.ts';
import { formsOf } from '../../forms/catalog.ts';
import type { Values } from '../../forms/definition.ts';
import { paths } from '../../paths.ts';
import type { Submission } from '../../forms/submission.ts';
import { ChannelBusy, NotNeeded, Undeliverable } from '../channel.ts';
import type { Channel, Message } from '../channel.ts';
import { ask, mayPass, said, tryLater } from './http-request.ts';
import type { Answer } from './http-request.ts';

export interface KeapFormParts {
  /** The origin of the provider's hosted forms. */
  origin: string;
  content: Content;
  /** How we name ourselves. */
  agent: string;
  now: () => Date;
}

/** The provider shows a captcha to an address that posts too fast, and takes nothing from it for a while; in seconds. */
const captchaRest = 20 * 60;

/** Marks of reCAPTCHA, hCaptcha, Turnstile and the provider's own. Our own posts are answered with a redirect or a page without any. */
const captcha = /captcha|turnstile/iu;

/** The provider's hosted form: posts what the page's own form would have posted there. */
export function keapFormChannel({ origin, content, agent, now }: KeapFormParts): Channel {
  const receiver = { name: 'The provider’s form', now };
  return {
    name: 'keap-form',
    concurrency: 1,
    spacing: 2500,
    async deliver({ key, submission }: Message, signal) {
      if (!submission) throw new Undeliverable('the submission that this was about is erased');
      // The older ones, tried again, would overwrite the newer ones there.
      if (submission.supersededBy !== null) throw new NotNeeded('she sent newer answers, which have a delivery of their own');
      const answer = await ask(receiver, origin + paths.process(submission.formId), {
        method: 'POST',
        body: new URLSearchParams(formFields(content, submission)),
        headers: { 'user-agent': agent, 'idempotency-key': `"${key}"`, accept: 'text/html' },
        signal,
      });
      judge(answer);
    },
  };

  function judge(answer: Answer): void {
    const { status, headers, text } = answer;
    const location = headers.get('location') ?? '';
    if (captcha.test(text) || captcha.test(location))
      throw new ChannelBusy(
        'The provider’s form asks for a captcha, which it does when posts come too fast; it is tried again slowly',
        captchaRest,
      );
    if (status === 307 || status === 308)
      throw new Undeliverable(
        `The provider’s forms are elsewhere now (${status} to ${originOf(location, origin)}); set KEAP_FORM_HOST to that`,
      );
    if (status >= 200 && status < 400) return;
    if (mayPass(answer)) tryLater(receiver, answer);
    // A firewall that shuts an address out opens again by itself.
    if (status === 403) throw new ChannelBusy(`The provider’s form refuses our address (${said(answer)})`, captchaRest);
    if (status === 404 || status === 410)
      throw new Undeliverable(
        `The provider has no such form (${status}); set the form id in content/, and KEAP_FORM_HOST, as it shows them`,
      );
    throw new Undeliverable(
      `The provider’s form does not take these answers (${said(answer)}); compare its fields with ours, or add her by hand`,
    );
  }
}

function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).host : 'another address';
}

/**
 * The fields in the order in which a browser sends those of the page: a box that is not ticked is left out, an empty answer is not, line
 * breaks are CR LF (HTML Standard, 4.10.21.4). The campaign is among them, since the page's form sends it to the provider as well; what is ours
 * alone (the proof of work, the honeypot) is not stored and cannot be.
 */
export function formFields(content: Content, { formId, formName, fields, utm }: Submission): [string, string][] {
  const form = formsOf(content).find(({ id }) => id === formId);
  const asked: string[] = form ? form.fields.filter(({ kind, wire }) => kind !== 'checkbox' || wire in fields).map(({ wire }) => wire) : [];
  // A form that content knows no more is sent as it was stored.
  const order = new Set([...asked, ...Object.keys(fields)]);
  const hidden: Values = {
    inf_form_xid: formId,
    inf_form_name: formName,
    infusionsoft_version: form?.version ?? content.site.forms.version,
  };
  return [...[...order].map((wire): [string, string] => [wire, fields[wire] ?? '']), ...Object.entries(hidden), ...Object.entries(utm)].map(
    ([name, value]) => [name, value.replaceAll(/\r\n|\r|\n/gu, '\r\n')],
  );
}
