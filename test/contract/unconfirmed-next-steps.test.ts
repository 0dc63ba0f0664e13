import { expect, it } from 'vitest';
import { content } from '../support/forms.ts';
import { startSiteInProcess } from '../support/http-app.ts';
import { joinWaitlist, submit } from '../support/invitations.ts';
import { unlimited } from '../support/proof.ts';

/** The days of the example's next steps are not in its season. Unless they are `confirmed: true`, no founder sees wrong days. */
it('an invitation leaves out the next steps and the calendar while their days are not confirmed', async () => {
  const retreats = content.retreats.map((retreat) => ({ ...retreat, nextSteps: { ...retreat.nextSteps, confirmed: false } }));
  await using site = await startSiteInProcess(unlimited, { content: { ...content, retreats } });
  const founder = await joinWaitlist(site);
  const address = await founder.invite();
  const page = await (await submit(address, { answer: 'accept' })).text();
  expect(page).toContain('The seat is yours');
  expect(page).toContain('What your ticket includes');
  for (const words of ['Next steps', 'October 20, 2025', '?calendar']) expect(page).not.toContain(words);
  expect((await fetch(`${address}?calendar`)).status).toBe(404);
});
