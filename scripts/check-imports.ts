/**
 * Holds the direction of imports: pages → sections → ui; server and organizer on top; ui, forms and store know nobody above them.
 * Run by `npm run check`. It also makes sure that it saw the modules: a rule over nothing is never broken.
 */
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';

/** What each room may import besides itself and packages. Type imports count. */
const rooms: Record<string, string[]> = {
  ui: ['paths'],
  forms: ['content', 'paths'],
  store: ['forms', 'retreat-seats/machine'],
  'retreat-seats': ['content', 'forms', 'store', 'tokens'],
  content: ['paths', 'ui'],
  islands: [],
  intake: ['content', 'forms', 'store', 'tokens'],
  emails: [],
  outbox: ['content', 'emails/mail', 'forms', 'paths', 'retreat-seats/stay', 'retreat-seats/until', 'store', 'tokens', 'workshop/calendar'],
  doors: ['content', 'forms', 'intake', 'paths', 'retreat-seats', 'store', 'tokens', 'workshop/calendar'],
  jobs: ['content', 'intake/limits', 'outbox/mail-folder', 'retreat-seats/rules', 'store'],
  build: ['content', 'paths', 'retreat/art'],
  invitation: ['content', 'forms', 'paths', 'retreat/art', 'retreat-seats', 'small-pages/House', 'store/answers', 'store/entries', 'ui'],
  layouts: ['content', 'forms', 'paths', 'small-pages', 'ui'],
  retreat: ['content', 'forms', 'paths', 'ui'],
  workshop: ['content', 'forms', 'paths', 'ui'],
  'small-pages': ['content', 'forms', 'paths', 'ui', 'workshop'],
  server: [
    'build',
    'content',
    'doors',
    'emails',
    'forms',
    'intake',
    'jobs',
    'outbox',
    'paths',
    'retreat-seats/rules',
    'small-pages/problems',
    'store',
    'workshop/calendar',
  ],
  // The page's own server: it shares with the subcommands what they do, and nothing of how they print it.
  desk: [
    'content',
    'forms',
    'layouts',
    'organizer/(?:founder|inviting|output|refused|run-sheet|spreadsheet)',
    'retreat-seats',
    'server/settings',
    'small-pages/art',
    'store',
    'ui',
  ],
  organizer: ['content', 'forms', 'outbox', 'paths', 'retreat-seats', 'server/secret', 'server/settings', 'store', 'tokens', 'desk'],
};

const forbidden: IForbiddenRuleType[] = [
  ...Object.entries(rooms).map(([room, others]) => ({
    name: `${room} imports from ${['itself', ...others].join(', ')}, and from nowhere else in src`,
    severity: 'error' as const,
    from: { path: `^src/${room}/` },
    to: { path: '^src/', pathNot: `^src/(?:${[room, ...others].join('|')})(?:/|\\.)` },
  })),
  { name: 'no circle', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
  {
    name: 'what ships does not import tests or benchmarks',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^(?:test|bench|scripts)/' },
  },
];

const { output } = await cruise(['src'], {
  ruleSet: { forbidden },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
});
const { modules, summary } = output as ICruiseResult;

const unseen = Object.keys(rooms).filter(
  (room) => !modules.some(({ source, dependencies }) => source.startsWith(`src/${room}/`) && dependencies.length > 0),
);
for (const room of unseen) console.error(`src/${room}: no module with an import was seen here; is the room still there?`);
for (const { from, to, rule } of summary.violations) console.error(`${from} → ${to}\n    ${rule.name}`);
console.log(`${modules.length} modules, ${summary.violations.length} imports that go the wrong way`);
process.exitCode = summary.violations.length + unseen.length > 0 ? 1 : 0;
