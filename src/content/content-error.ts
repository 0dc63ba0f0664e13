import type { FileProblem } from './content.ts';

/** Says where a problem is, and how to fix it. A problem of the whole file has no field. */
export const describeProblem = ({ file, field, message }: FileProblem): string => [file, field, message].filter(Boolean).join(': ');

/** Content that cannot be shown. Its message lists every problem on a line of its own: file, field, and how to fix it. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}
