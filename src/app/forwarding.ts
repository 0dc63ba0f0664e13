import type { Content } from '../content/content.ts';
import type { Channel } from '../outbox/channel.ts';
import { agentOf } from '../outbox/channels/user-agent.ts';
import { keapApiChannel } from '../outbox/channels/keap-api.ts';
import { keapFormChannel } from '../outbox/channels/keap-form.ts';
import { webhookChannel } from '../outbox/channels/webhook.ts';
import type { Settings } from './settings.ts';

export interface ForwardingParts {
  settings: Pick<Settings, 'siteUrl' | 'providerForms' | 'providerApi' | 'webhook'>;
  content: Content;
  now: () => Date;
}

/** The channels to the provider and to the operator's own address, those that are configured. */
export function createForwarding({ settings, content, now }: ForwardingParts): Channel[] {
  const { siteUrl, providerForms, providerApi, webhook } = settings;
  const agent = agentOf(siteUrl);
  return [
    ...(providerForms ? [keapFormChannel({ origin: providerForms, content, agent, now })] : []),
    ...(providerApi ? [keapApiChannel({ ...providerApi, content, siteUrl, agent, now })] : []),
    ...(webhook ? [webhookChannel({ ...webhook, agent, now })] : []),
  ];
}
