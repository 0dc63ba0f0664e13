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
  notice: string | undefined;
  retryAfterSeconds: number | undefined;
}

/** The reasons for showing a form again although no field is at fault. */
const notices = {
  proof: 'The check that keeps robots out has expired. Everything you typed is still here. Please send it again.',
  unsaved: 'We couldn’t save this just now, and that’s on us. Everything you typed is still here. Please send it again in a minute.',
};

const mentionReference = (reference: string) => ` If it keeps failing, write to us and mention ${reference}.`;

/** Returns the notice for a correction on the status page that could not be stored. */
export const notSavedNotice = (reference: string) => notices.unsaved + mentionReference(reference);

/** Returns the notice for too many corrections of one entry within a minute. */
export const savedTooOftenNotice = (seconds: number) =>
  `You’ve saved this many times within a minute. Everything you typed is still here. Please save it again in ${formatDuration({ seconds })}.`;

interface Reason {
  problems?: Problems;
  cause?: keyof typeof notices;
  retryAfterSeconds?: number;
  /** The request's id in the log. */
  reference?: string;
}

/** Returns the form again, with everything that was typed and the reason. */
export function redisplay(status: 422 | 429 | 503, typed: { form: FormDefinition; values: Values }, reason: Reason): RedisplayedForm {
  const { problems = {}, retryAfterSeconds } = reason;
  return { kind: 'redisplayed', status, ...typed, problems, notice: noticeOf(reason), retryAfterSeconds };
}

function noticeOf({ cause, retryAfterSeconds, reference }: Reason): string | undefined {
  if (retryAfterSeconds) return `${tooManyPosts}. Please send it again in ${formatDuration({ seconds: retryAfterSeconds })}.`;
  if (cause && reference) return notices[cause] + mentionReference(reference);
  return cause && notices[cause];
}
