import { formatNumber, pluralize } from '../content/format.ts';
import type { DriftCount } from './drift.ts';
import type { ChannelFailure } from './failures.ts';

const channelNames: Record<string, string> = {
  mail: 'Email',
  'keap-form': 'Provider, form',
  'keap-api': 'Provider, API',
  webhook: 'Webhook',
};

/** Returns the name of a channel for people. */
export const channelText = (channel: string) => channelNames[channel] ?? channel;

/** Returns a sentence for the organizer. `formatMoment` formats an instant by the organizer's clock. */
export function failureText({ channel, since, reason, waiting }: ChannelFailure, formatMoment: (instant: string) => string): string {
  const wait = `${pluralize(waiting, 'delivery is waiting', 'deliveries are waiting')} and will be sent once it works again`;
  return `${channelText(channel)} has been failing since ${formatMoment(since)}: ${reason.replace(/[.\s]+$/u, '')}. ${wait}.`;
}

/** Returns how many sign-ups have a problem. */
export const totalDrifted = (drifted: DriftCount[]): number => drifted.reduce((sum, { count }) => sum + count, 0);

/** Returns a sentence for the organizer, without names: each problem with the number of sign-ups that have it. */
export function driftText(drifted: DriftCount[]): string {
  const problems = drifted.map(({ problem, count }) => (count > 1 ? `${problem}, ${formatNumber(count)} times` : problem));
  return `${pluralize(totalDrifted(drifted), 'sign-up is', 'sign-ups are')} no longer at the provider as delivered: ${problems.join('; ')}.`;
}
