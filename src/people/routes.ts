import type { FastifyInstance } from 'fastify';
import type { Content } from '../content/content.ts';
import { dayMs } from '../durations.ts';
import type { Pages } from '../http/pages.ts';
import { unknownLink } from '../http/private-page.ts';
import { readForm } from '../http/form-post.ts';
import { readSignedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import { houseRetentionDays } from '../retreats/house-facts.ts';
import { confirmationLifetimeMs } from '../submissions/limits.ts';
import type { PrivacyFacts } from './components/privacy-words.ts';
import type { People } from './repository.ts';

interface PrivacySettings {
  retentionDays: number;
  alumnaeRetentionDays: number;
  rateLimitPerMinute: number;
  providerForms: string | undefined;
  providerApi: { url: string } | undefined;
  webhook: { url: string } | undefined;
  smtpUrl: string | undefined;
}

interface PeopleRouteParts {
  settings: PrivacySettings;
  content: Content;
  secret: string;
  people: Pick<People, 'suppress' | 'endSuppression' | 'isSuppressed'>;
  emailOf: (submissionId: string) => Promise<string | undefined>;
  pages: Pages;
  now: () => Date;
}

const hostOf = (url: string | undefined) => (url ? new URL(url).host : undefined);

/** The privacy page, and the page where a founder stops reminders or asks for them again. */
export function peopleRoutes(app: FastifyInstance, parts: PeopleRouteParts): void {
  const { secret, people, emailOf, pages, now } = parts;

  const privacy = privacyFacts(parts);
  // Rendered at request time, since the settings that it states are known only when the site starts.
  app.get(paths.privacy, (request, reply) => pages.sendLikeBuilt(request, reply, paths.privacy, { privacy }));

  /** Throws HttpError 404 for a token that is not ours, or whose submission was erased. */
  async function founderBehind(token: string): Promise<{ id: string; email: string }> {
    const id = readSignedId(secret, 'unsubscribe', token);
    const email = id && (await emailOf(id));
    if (!email) throw unknownLink();
    return { id, email };
  }
  app.get<{ Params: typeof paths.unsubscribe.params }>(paths.unsubscribe.route, async ({ url, params }, reply) => {
    const { email } = await founderBehind(params.token);
    const state = (await people.isSuppressed(email, 'reminders')) ? 'done' : 'asks';
    return pages.sendRendered(reply, url, { unsubscribe: { from: 'reminders', state } });
  });
  // A mail program posts here on its own when its button is pressed, from any origin and without opening a page (RFC 8058, 3.1), so the
  // origin is not checked: the token authorizes the request. Whatever it posts ends reminders; only the button of the page asks for them
  // again.
  app.post<{ Params: typeof paths.unsubscribe.params }>(paths.unsubscribe.route, async (request, reply) => {
    const { id, email } = await founderBehind(request.params.token);
    const fields = await readForm(request, { mayBeEmpty: true }).catch(() => new URLSearchParams());
    const wantsReminders = fields.get('reminders') === 'again';
    if (wantsReminders) await people.endSuppression(email, 'reminders');
    else if (!(await people.suppress(email, 'reminders', id, now()))) throw unknownLink();
    const unsubscribe = { from: 'reminders', state: wantsReminders ? 'resumed' : 'done' } as const;
    // A mail program that gets an error reports it, or posts again (RFC 8058, 3.1), although the request was stored.
    const fallbackLine = wantsReminders ? 'We’ll remind you again' : 'No more reminders';
    return pages.sendRendered(reply, request.url, { unsubscribe }, { fallbackLine });
  });
}

function privacyFacts({ settings, content }: PeopleRouteParts): PrivacyFacts {
  const { retentionDays, alumnaeRetentionDays, rateLimitPerMinute, providerForms, providerApi, webhook, smtpUrl } = settings;
  return {
    retentionDays,
    alumnaeRetentionDays,
    heldDays: confirmationLifetimeMs / dayMs,
    houseDays: houseRetentionDays,
    postsPerMinute: rateLimitPerMinute,
    formsHost: content.site.forms.host || undefined,
    providers: [hostOf(providerForms), hostOf(providerApi?.url)].filter((host) => host !== undefined),
    receiver: hostOf(webhook?.url),
    mailServer: smtpUrl && new URL(smtpUrl).hostname,
  };
}
