/**
 * A separate process that records submissions, and prints the id of each once it is acknowledged. Usage:
 * `writer.ts DATABASE_URL COUNT [EMAIL]`.
 */
import { openStore } from '../../src/app/open-store.ts';
import { recording } from './recording.ts';

const [databaseUrl, count, email] = process.argv.slice(2) as [string, string, string?];
const store = await openStore(databaseUrl);
console.log('open');
for (let left = Number(count); left > 0; left -= 1)
  console.log((await store.submissions.record(recording({ inf_field_Email: email ?? `${crypto.randomUUID()}@example.com` }))).id);
await store.close();
