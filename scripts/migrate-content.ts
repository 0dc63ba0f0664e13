/**
 * Moves the retreat of a content folder from before there were several retreats: `content/retreat` becomes
 * `content/retreats/spring-2026`. Adds `afterwards: keep` to the retreat and to each workshop, so that their pages do not change. The
 * optional argument is another content folder.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../src/editing/atomic-write.ts';

const content = process.argv[2] ?? join(import.meta.dirname, '../content');
const [before, after] = [join(content, 'retreat'), join(content, 'retreats/spring-2026')];

function main(): void {
  if (!existsSync(before)) return console.log('content: nothing to migrate');
  if (existsSync(after)) {
    console.error('content/retreat: content/retreats/spring-2026 exists as well; move what you changed there, and delete content/retreat');
    process.exitCode = 1;
    return;
  }
  // All retreats share these files.
  for (const name of ['invitation.yaml', 'status.yaml'].filter((each) => existsSync(join(before, each)))) {
    renameSync(join(before, name), join(content, name));
    console.log(`content/retreat/${name} is content/${name} now`);
  }
  keepAfterwards(join(before, 'facts.yaml'));
  const workshops = join(content, 'speaker-series');
  for (const name of readdirSync(workshops).filter((each) => each.endsWith('.yaml'))) keepAfterwards(join(workshops, name));
  // Last: after a kill, a second run does the rest.
  mkdirSync(join(content, 'retreats'), { recursive: true });
  renameSync(before, after);
  console.log('content/retreat is content/retreats/spring-2026 now');
}

function keepAfterwards(file: string): void {
  const text = readFileSync(file, 'utf8');
  if (/^afterwards:/mu.test(text)) return;
  writeDurably(
    file,
    `${text.replace(/\n*$/u, '\n')}\n# turn: once it is over, the page says so by itself. keep: the page stays as it is.\nafterwards: keep\n`,
  );
}

main();
