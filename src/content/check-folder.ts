import { checkContent } from './check-content.ts';
import { checkContextOf, type Finding } from './checks/fields.ts';
import { ContentError } from './content-error.ts';
import { pluralize } from './format.ts';
import { loadContent } from './load.ts';
import { checkPictureFiles, findUnusedUploads } from './picture-files.ts';

/**
 * Checks everything in a content folder: each file against its schema, the files against one another, and the pictures. Returns the
 * findings as text, and how many are errors: at launch all, otherwise those that prevent a build. `errorsOnly` leaves out the others, and
 * the files in content/uploads that nothing uses, which are neither errors nor warnings.
 */
export async function checkFolder(folder: string, { launch = false, errorsOnly = false } = {}): Promise<{ text: string; errors: number }> {
  try {
    const content = loadContent(folder);
    const all = [...checkContent(content, checkContextOf(folder, new Date())), ...(await checkPictureFiles(content, folder))];
    const { text, errors } = report(errorsOnly ? all.filter(({ severity }) => severity === 'always') : all, { launch });
    return { text: errorsOnly ? text : [...unusedLines(folder), text].join('\n'), errors };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { length: errors } = error.problems;
    return { text: `${error.message}\n\ncontent: ${pluralize(errors, 'error')}. The files were not compared with one another.`, errors };
  }
}

const count = (number: number, word: string) => pluralize(number, word).replace(/^0/u, 'no');

/**
 * Returns the findings as text for an editor, file by file, with a last line of counts; and how many are errors. At launch all of them are.
 */
function report(findings: readonly Finding[], { launch }: { launch: boolean }): { text: string; errors: number } {
  const isError = ({ severity }: Finding) => launch || severity === 'always';
  const errors = findings.filter(isError).length;
  const warnings = findings.length - errors;
  const inOrder = findings.toSorted((a, b) => a.file.localeCompare(b.file) || Number(isError(b)) - Number(isError(a)));
  const files = [...Map.groupBy(inOrder, ({ file }) => file)].map(([file, inFile]) => {
    const lines = inFile.map((finding) => `  ${isError(finding) ? 'error  ' : 'warning'}  ${finding.field}: ${finding.message}`);
    return [file, ...lines, ''].join('\n');
  });
  const hint = warnings > 0 ? ' Warnings become errors with --launch.' : '';
  return { text: [...files, `content: ${count(errors, 'error')}, ${count(warnings, 'warning')}.${hint}`].join('\n'), errors };
}

/** Lists what an organizer can delete from content/uploads. */
function unusedLines(folder: string): string[] {
  const unused = findUnusedUploads(folder);
  if (unused.length === 0) return [];
  return ['Not used by any page; delete what you do not need:', ...unused.map((name) => `  ${name}`), ''];
}
