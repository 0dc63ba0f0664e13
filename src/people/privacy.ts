import type { Content } from '../content/content.ts';
import { heldFor } from '../submissions/limits.ts';
import { paths } from '../paths.ts';
import type { Door } from '../http/door.ts';

/** The settings that the privacy page tells of. */
export interface PrivacySettings {
  retentionDays: number;
  rateLimitPerMinute: number;
  providerForms: string | undefined;
  providerApi: { url: string } | undefined;
  webhook: { url: string } | undefined;
  smtpUrl: string | undefined;
}

const day = 24 * 60 * 60_000;
const hostOf = (url: string | undefined) => (url ? new URL(url).host : undefined);

/** The privacy page. It is made when it is asked for, since the settings that it tells of are known only when the site starts. */
export function privacyDoor(settings: PrivacySettings, { site }: Pick<Content, 'site'>): Door {
  const { retentionDays, rateLimitPerMinute, providerForms, providerApi, webhook, smtpUrl } = settings;
  const privacy = {
    retentionDays,
    heldDays: heldFor / day,
    postsPerMinute: rateLimitPerMinute,
    formsHost: site.forms.host || undefined,
    providers: [hostOf(providerForms), hostOf(providerApi?.url)].filter((host) => host !== undefined),
    receiver: hostOf(webhook?.url),
    mailServer: smtpUrl && new URL(smtpUrl).hostname,
  };
  return {
    path: /^(\/privacy)$/u,
    shown: paths.privacy,
    GET: async () => ({ show: 'page', status: 200, lasting: true, view: { privacy } }),
  };
}
