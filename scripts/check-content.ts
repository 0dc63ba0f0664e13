import { parseArgs } from 'node:util';
import { checkFolder } from '../src/content/check-folder.ts';
import { contentFolder } from '../src/content/load.ts';

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

const { launch = false, errors: errorsOnly = false, folder, help } = options();
if (help) console.log(usage);
else {
  const { text, errors } = await checkFolder(contentFolder(folder), { launch, errorsOnly });
  if (!errorsOnly || errors > 0) console.log(text);
  process.exitCode = errors > 0 ? 1 : 0;
}
