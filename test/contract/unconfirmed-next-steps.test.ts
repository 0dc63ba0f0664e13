import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { copyProject } from '../support/project-copy.ts';
import { unlimited } from '../support/proof.ts';
import { startSite } from '../support/site.ts';

/** The days of the example's next steps are not in its season. Unless they are `confirmed: true`, no founder sees wrong days. */
it('an invitation leaves out the next steps and the calendar while their days are not confirmed', async () => {
  using copy = copyProject();
  const file = join(copy.folder, 'content/retreats/spring-2026/next-steps.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('confirmed: true', 'confirmed: false'));
  await using site = await startSite({ folder: copy.folder, env: unlimited });
  const founder = await joinWaitlist(site);
  const address = await founder.invite();
  const page = await (await submit(address, { answer: 'accept' })).text();
  expect(page).toContain('The seat is yours');
  expect(page).toContain('What your ticket includes');
  for (const words of ['Next steps', 'October 20, 2025', '?calendar']) expect(page).not.toContain(words);
  expect((await fetch(`${address}?calendar`)).status).toBe(404);
});
