import { expect, it } from 'vitest';
import type { ListedSubmission } from '../../test/support/forms.ts';
import { answers, content, listSubmissions, post, workshop } from '../../test/support/forms.ts';
import { unlimited, withProof } from '../../test/support/proof.ts';
import { startSiteInProcess } from '../../test/support/http-app.ts';

it('the organizer sees the wording, the answer, the version and the time of each checkbox', async () => {
  await using site = await startSiteInProcess(unlimited);
  const page = await (await fetch(`${site.url}/app/form/${workshop.id}`)).text();
  const boxes = workshop.fields.filter(({ kind }) => kind === 'checkbox');
  const [slack, events] = boxes as [(typeof boxes)[0], (typeof boxes)[0]];
  for (const { label } of boxes) expect(page).toContain(label);
  await post(site, workshop.id, await withProof(site, answers({ [slack.wire]: '1512' })));
  const [{ id, receivedAt }] = (await listSubmissions(site)) as [ListedSubmission];

  const { consents } = JSON.parse((await site.organizer('submissions', 'show', id, '--json')).stdout) as { consents: unknown };
  const { version } = content.site.forms;
  expect(consents).toEqual([
    { wire: slack.wire, wording: slack.label, version, given: true },
    { wire: events.wire, wording: events.label, version, given: false },
  ]);
  const shown = (await site.organizer('submissions', 'show', id)).stdout;
  const on = receivedAt.slice(0, 16).replace('T', ' ');
  expect(shown).toContain(`Checked: “${slack.label}”, worded as in version ${version} of the form on ${on}\n`);
  expect(shown).toContain(`Not checked: “${events.label}”, worded as in version ${version} of the form on ${on}\n`);
});
