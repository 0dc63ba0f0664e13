import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkContent, report } from '../src/content/check-content.ts';
import { ContentError } from '../src/content/content-error.ts';
import { pluralize } from '../src/content/format.ts';
import { checkPictureFiles } from '../src/content/picture-files.ts';
import { contentFolder, loadContent } from '../src/content/load.ts';

const usage = `Usage: npm run check:content [-- --launch] [-- --errors] [-- --folder FOLDER]

Checks everything in content/: each file against its schema, and the files against one another.

  --launch         treat warnings as errors: before the site goes public, none may be left
  --errors         print only what prevents a build
  --folder FOLDER  check this folder instead of content/
  --help           show this help

Exit code: 0 without errors, 1 with errors, 2 for wrong usage.`;

function options() {
  try {
    return parseArgs({
      options: { launch: { type: 'boolean' }, errors: { type: 'boolean' }, folder: { type: 'string' }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

/** Checks the content, prints what to fix, and returns the exit code. */
async function check(folder: string, launch: boolean, errorsOnly: boolean): Promise<number> {
  try {
    const content = loadContent(folder);
    const circumstances = { now: new Date(), fileExists: (src: string) => existsSync(join(folder, src)) };
    const all = [...checkContent(content, circumstances), ...(await checkPictureFiles(content, folder))];
    const findings = errorsOnly ? all.filter(({ severity }) => severity === 'always') : all;
    const { text, errors } = report(findings, launch);
    if (!errorsOnly || errors > 0) console.log(text);
    return errors > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const count = pluralize(error.problems.length, 'error');
    console.log(`${error.message}\n\ncontent: ${count}. The files were not compared with one another.`);
    return 1;
  }
}

const { launch = false, errors = false, folder, help } = options();
if (help) console.log(usage);
else process.exitCode = await check(contentFolder(folder), launch, errors);
