import type { Finding } from './rules.ts';

const count = (number: number, word: string) => `${number === 0 ? 'no' : number} ${word}${number === 1 ? '' : 's'}`;

/** Whether a finding stands in the way: always, or only once the site is about to launch. */
const isError = ({ severity }: Finding, launch: boolean) => launch || severity === 'always';

/** The findings as a page of text for an editor, file by file, with a last line of counts; and how many are errors. */
export function report(findings: readonly Finding[], launch: boolean): { text: string; errors: number } {
  const errors = findings.filter((finding) => isError(finding, launch)).length;
  const warnings = findings.length - errors;
  const inOrder = findings.toSorted(
    (one, other) => one.file.localeCompare(other.file) || Number(isError(other, launch)) - Number(isError(one, launch)),
  );
  const files = Map.groupBy(inOrder, ({ file }) => file);
  const groups = [...files].map(([file, inFile]) => {
    const lines = inFile.map((finding) => `  ${isError(finding, launch) ? 'error  ' : 'warning'}  ${finding.field}: ${finding.message}`);
    return [file, ...lines, ''].join('\n');
  });
  const hint = warnings > 0 ? ' Warnings become errors with --launch.' : '';
  return { text: [...groups, `content: ${count(errors, 'error')}, ${count(warnings, 'warning')}.${hint}`].join('\n'), errors };
}
