/**
 * Checks the imports of src, type-only imports included: no cycle between files or between folders, and nothing that ships imports tests,
 * benches or scripts, or a package that `npm start` does not install. Run by `npm run check`. It also fails if it found no imports, because
 * the rules would then check nothing.
 */
import { cruise, type ICruiseResult } from 'dependency-cruiser';

const isTest = (file: string) => /\.test\.tsx?$/u.test(file);

/** Returns the folder of a file below src. The server and the client of the desk, and each file directly in src, count as folders. */
function folderOf(file: string): string | undefined {
  const [root, folder, subfolder] = file.split('/');
  if (root !== 'src') return undefined;
  return folder === 'desk' ? `desk/${subfolder}` : folder;
}

const { output } = await cruise(['src'], { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } });
const imports = (output as ICruiseResult).modules
  .filter(({ source }) => !isTest(source))
  .flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved, dependencyTypes, cycle }) => ({ from: source, to: resolved, types: dependencyTypes, cycle })),
  );

const folders = new Map<string, Set<string>>();
for (const { from, to } of imports) {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  if (importer && imported && importer !== imported) folders.set(importer, (folders.get(importer) ?? new Set()).add(imported));
}

/** Returns every folder that a folder imports, directly or through others. */
function reachableFrom(folder: string): Set<string> {
  const seen = new Set<string>();
  const remaining = [...(folders.get(folder) ?? [])];
  for (let imported = remaining.pop(); imported !== undefined; imported = remaining.pop()) {
    if (seen.has(imported)) continue;
    seen.add(imported);
    remaining.push(...(folders.get(imported) ?? []));
  }
  return seen;
}

const reachable = new Map([...folders.keys()].map((folder) => [folder, reachableFrom(folder)]));
const cyclic = imports.filter(({ from, to }) => {
  const [importer, imported] = [folderOf(from), folderOf(to)];
  return importer && imported && importer !== imported && reachable.get(imported)?.has(importer);
});
const cyclicFiles = imports.filter(({ from, cycle }) => from.startsWith('src/') && cycle);
const ofTests = imports.filter(({ from, to }) => from.startsWith('src/') && (/^(?:test|bench|scripts)\//u.test(to) || isTest(to)));
const ofDevelopment = imports.filter(
  ({ from, types }) => from.startsWith('src/') && types.includes('npm-dev') && !types.includes('type-only'),
);

for (const { from, to } of cyclic)
  console.error(`${from} → ${to}\n    closes a cycle between folders: ${folderOf(to)} imports ${folderOf(from)} as well`);
for (const { from, to, cycle = [] } of cyclicFiles)
  console.error(`${from} → ${to}\n    closes a cycle between files: ${[from, ...cycle.map(({ name }) => name)].join(' → ')}`);
for (const { from, to } of ofTests) console.error(`${from} → ${to}\n    code that ships must not import tests, benches or scripts`);
for (const { from, to } of ofDevelopment)
  console.error(`${from} → ${to}\n    npm start does not install devDependencies; make it a dependency`);
const forbidden = cyclic.length + cyclicFiles.length + ofTests.length + ofDevelopment.length;
console.log(`${folders.size} folders, ${imports.length} imports, ${forbidden} forbidden`);
process.exitCode = forbidden > 0 || imports.length === 0 ? 1 : 0;
