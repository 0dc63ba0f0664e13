import { formatDuration } from '../content/format.ts';
import type { FormDefinition, Problems, Values } from '../forms/definition.ts';
import { tooManyPosts } from '../forms/too-many-posts.ts';

/** The form that is shown again, with everything that was typed and the reason. */
export interface RedisplayedForm {
  kind: 'redisplayed';
  status: 422 | 429 | 503;
  form: FormDefinition;
  values: Values;
  problems: Problems;
  /** The reason if no field is at fault. */
  notice?: string;
  retryAfterSeconds?: number;
}

/** The notice for a proof of work that was spent, or has expired. */
export const proofExpiredNotice = 'The check that keeps robots out has expired. Everything you typed is still here. Please send it again.';

/** Returns the notice for too many posts of one client. */
export const sentTooOftenNotice = (seconds: number) => `${tooManyPosts}. Please send it again in ${formatDuration({ seconds })}.`;

/** Returns the notice for a form or a correction that could not be stored. `reference` is the request's id in the log. */
export const notSavedNotice = (reference: string) =>
  `We couldn’t save this just now, and that’s on us. Everything you typed is still here. Please send it again in a minute. If it keeps failing, write to us and mention ${reference}.`;

/** Returns the notice for too many corrections of one entry within a minute. */
export const savedTooOftenNotice = (seconds: number) =>
  `You’ve saved this many times within a minute. Everything you typed is still here. Please save it again in ${formatDuration({ seconds })}.`;
