import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workshop } from '../../test/support/forms.ts';
import { copyProject } from '../../test/support/project-copy.ts';
import { startSite } from '../../test/support/site.ts';

it('the running site keeps its pages while a new build cannot be opened, and switches once it can be', async () => {
  using copy = copyProject();
  const built = (path: string) => join(copy.folder, 'dist', path);
  await using site = await startSite({ folder: copy.folder });
  const notFound = async () =>
    (await fetch(`${site.url}/nobody`, { headers: { accept: 'text/html', 'accept-encoding': 'identity' } })).text();

  const missing = built(`client/app/form/${workshop.id}/check-your-inbox.html`);
  renameSync(missing, `${missing}.away`);
  writeFileSync(built('client/404.html'), readFileSync(built('client/404.html'), 'utf8').replace('</h1>', ' again</h1>'));
  utimesSync(built('build.json'), new Date(), new Date());
  await expect.poll(site.printed).toContain('what was published cannot be shown yet');
  expect(await notFound()).not.toContain(' again</h1>');

  renameSync(`${missing}.away`, missing);
  await expect.poll(notFound).toContain(' again</h1>');
});
