/**
 * Checks the direction of imports between the folders of src. Run by `npm run check`.
 * Fails as well when it saw no module, since a rule over nothing is never broken.
 */
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

const tests = String.raw`\.test\.tsx?$`;

const forbidden: IForbiddenRuleType[] = [
  {
    name: 'code that ships must not import tests, benches or scripts',
    severity: 'error',
    from: { path: '^src/', pathNot: tests },
    to: { path: ['^(?:test|bench|scripts)/', tests] },
  },
  {
    name: 'ui must not know the product',
    severity: 'error',
    from: { path: '^src/ui/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/ui/' },
  },
];

const { output } = await cruise(['src'], {
  ruleSet: { forbidden },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
});
const { modules, summary } = output as ICruiseResult;

for (const { from, to, rule } of summary.violations) console.error(`${from} → ${to}\n    ${rule.name}`);
console.log(`${modules.length} modules, ${summary.violations.length} forbidden imports`);
process.exitCode = summary.violations.length > 0 || modules.length === 0 ? 1 : 0;
