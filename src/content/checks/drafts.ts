import type { ContentCheck } from './fields.ts';

/** What a retreat or a workshop lacks whose dates are not all filled in. Nothing shows it until then. */
export const unfinishedDraft: ContentCheck = ({ drafts }) =>
  drafts.flatMap(({ problems }) => problems.map((problem) => ({ ...problem, severity: 'launch' as const })));
