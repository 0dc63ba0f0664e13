import type { FileProblem } from './content.ts';

/** Content that cannot be shown. Its message lists every problem on a line of its own: file, field, and how to fix it. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly problems: readonly FileProblem[];

  constructor(problems: readonly FileProblem[]) {
    super(problems.map(({ file, field, message }) => [file, field, message].filter(Boolean).join(': ')).join('\n'));
    this.problems = problems;
  }
}
