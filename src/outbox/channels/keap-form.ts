import type { Content } from '../../content/content.ts';
import { findForm } from '../../forms/catalog.ts';
import { formIdentity } from '../../forms/hidden-fields.ts';
import type { Submission } from '../../forms/submission.ts';
import { paths } from '../../paths.ts';
import { ChannelBusy, newestSubmissionOf, Undeliverable, type Channel } from '../channel.ts';
import { describeResponse, isTemporaryFailure, request, throwTemporary, type ReceivedResponse } from './http-request.ts';

interface KeapFormParts {
  /** The origin of the provider's hosted forms. */
  origin: string;
  content: Content;
  agent: string;
  now: () => Date;
}

/** The provider shows a captcha to an address that posts too fast, and accepts nothing from it for a while. */
const captchaPauseSeconds = 20 * 60;

/** Traces of reCAPTCHA, hCaptcha, Turnstile and the provider's own. */
const captcha = /captcha|turnstile/iu;
const captchaElement = new RegExp(`<[^<>]*(?:${captcha.source})`, 'iu');

/**
 * Returns whether a page asks for a captcha: one of its elements names it, or its words do, apart from the founder's own and a note that the
 * form is protected. A thank-you page may greet a founder who has typed this word.
 */
function asksForCaptcha(page: string, typed: Set<string>): boolean {
  const own = [...typed].filter((answer) => captcha.test(answer));
  const words = own.reduce((text, answer) => text.replaceAll(answer, ''), page).replaceAll(/protected by \w*captcha/giu, '');
  return captchaElement.test(page) || captcha.test(words);
}

/** The field that identifies a form in its page. */
const identityField = new RegExp(`name=["']?${formIdentity.id}\\b`, 'iu');

const isRedirect = (status: number) => status >= 300 && status < 400;

/** The provider's hosted form: posts what the page's own form would have posted there. */
export function keapFormChannel({ origin, content, agent, now }: KeapFormParts): Channel {
  const receiver = { name: 'The provider’s form', now };
  return {
    name: 'keap-form',
    concurrency: 1,
    spacingMs: 2500,
    async send(message, signal) {
      const submission = newestSubmissionOf(message);
      const path = paths.process(submission.formId);
      const body = new URLSearchParams(fieldsOf(content, submission));
      const response = await request(receiver, origin + path, {
        method: 'POST',
        body,
        headers: { 'user-agent': agent, 'idempotency-key': `"${message.id}"`, accept: 'text/html' },
        signal,
        // The form ignores the key: a second post would be a second submission.
        needsNoBody: isRedirect,
      });
      assertAccepted(response, path, body);
    },
  };

  function assertAccepted(response: ReceivedResponse, path: string, sent: URLSearchParams): void {
    const { status, headers, text } = response;
    const target = URL.parse(headers.get('location') ?? '', origin);
    // The provider can pass the answers on to its thank-you page, even under names of its own, and anybody can type this word.
    const typed = new Set([...sent.values()].filter(Boolean));
    const own = [...(target?.searchParams ?? [])].filter(([name, value]) => !sent.has(name) && !typed.has(value));
    if (target) target.search = String(new URLSearchParams(own));
    if (isRedirect(status) ? captcha.test(String(target)) : asksForCaptcha(text, typed))
      throw new ChannelBusy(
        'The provider’s form asks for a captcha, which it does when posts come too fast; the retries are slow',
        captchaPauseSeconds,
      );
    // The form's own path at another host is no thank-you page: a browser would request it there without the answers.
    const isFormElsewhere = isRedirect(status) && target?.pathname === path && target.origin !== origin;
    if (status === 307 || status === 308 || isFormElsewhere)
      throw new Undeliverable(
        `The provider’s forms have moved (${status} to ${target?.host ?? 'another address'}); set KEAP_FORM_HOST to the new address`,
      );
    if (isRedirect(status) && headers.has('location') && !target)
      throw new Undeliverable(
        `The provider’s form redirects to an address that cannot be read (${status}); correct its thank-you page there, and look whether it has the answers before you retry`,
      );
    // The same form is shown again with what is wrong with the answers.
    const formId = sent.get(formIdentity.id)!;
    const isFormAgain = isRedirect(status)
      ? target?.origin === origin && [path, paths.form(formId)].includes(target.pathname)
      : identityField.test(text) && text.includes(formId);
    if (status >= 200 && status < 400 && !isFormAgain) return;
    if (isTemporaryFailure(response)) throwTemporary(receiver, response);
    // A firewall that blocks an address lifts the block by itself.
    if (status === 403)
      throw new ChannelBusy(`The provider’s form refuses our address (${describeResponse(response)})`, captchaPauseSeconds);
    if (status === 404 || status === 410)
      throw new Undeliverable(
        `The provider has no such form (${status}); set the form id in content/, and KEAP_FORM_HOST, as the provider shows them`,
      );
    throw new Undeliverable(
      `The provider’s form does not accept these answers (${describeResponse(response)}); compare its fields with ours, or add the founder by hand`,
    );
  }
}

/**
 * Returns the fields in the order in which a browser sends those of the page: a box that is not checked is left out, an empty answer is
 * not, line breaks are CR LF (HTML Standard, 4.10.21.4). The campaign is among them, since the page's form sends it to the provider as
 * well. The proof of work and the honeypot are not stored and so cannot be.
 */
function fieldsOf(content: Content, { formId, formName, fields, utm }: Submission): [string, string][] {
  const form = findForm(content, formId)?.form;
  const onPage = form?.fields.filter(({ kind, wire }) => kind !== 'checkbox' || wire in fields).map(({ wire }) => wire) ?? [];
  // A form that is no longer in content/ is sent as it was stored.
  const wires = new Set<string>([...onPage, ...Object.keys(fields)]);
  const all = {
    ...Object.fromEntries([...wires].map((wire) => [wire, fields[wire] ?? ''])),
    [formIdentity.id]: formId,
    [formIdentity.name]: formName,
    [formIdentity.version]: form?.version ?? content.site.forms.version,
    ...utm,
  };
  return Object.entries(all).map(([name, value]) => [name, value.replaceAll(/\r\n|\r|\n/gu, '\r\n')]);
}
