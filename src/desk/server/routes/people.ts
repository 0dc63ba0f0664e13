import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { retreatChooserOnAcceptance } from '../../../content/retreat-schedule.ts';
import { emailKey } from '../../../database/normalize.ts';
import { Refused } from '../../../refused.ts';
import { assertWithAttendance } from '../../../workshops/attendance.ts';
import { actorOf, type ById, type DeskContext } from '../context.ts';

const attendance = z.object({ joined: z.boolean('Say whether the founder joined') });
const erasure = z.object({ email: z.string('Type the founder’s email address') });

/** What an organizer does for one person, as the command does. */
export function personRoutes(app: FastifyInstance, context: DeskContext): void {
  const { submissions, waitlist, workshops, content, planDeliveries, confirmationHash, erase, now } = context;
  app.post<ById>('/api/registrations/:id/release', async ({ params, organizer }) => {
    const at = now();
    const retreatOf = retreatChooserOnAcceptance(content().retreats, at, await waitlist.listClosedRetreats());
    const released = await submissions.release(params.id, { planDeliveries, retreatOf, by: actorOf(organizer) }, at);
    if (!released) throw new Refused('This sign-up is no longer marked as possible spam.');
    return { state: released.state };
  });
  app.post<ById>('/api/registrations/:id/resend', async ({ params }) => {
    await submissions.resendFormMail(params.id, confirmationHash(params.id), now());
    return {};
  });
  app.post<ById>('/api/registrations/:id/attendance', async ({ params, body, organizer }) => {
    const { joined } = attendance.parse(body);
    const submission = await submissions.find(params.id);
    if (!submission) throw new Refused('This sign-up has been erased in the meantime.');
    assertWithAttendance(content().workshops, submission.formId, now());
    const by = actorOf(organizer);
    if (joined) await workshops.recordAttendanceByHand(params.id, by, now());
    else await workshops.removeAttendanceByHand(params.id, by, now());
    return {};
  });
  app.post<ById>('/api/entries/:id/resend', async ({ params, organizer }) => {
    await waitlist.resendInvitation(params.id, actorOf(organizer), now());
    return {};
  });
  app.post<ById>('/api/registrations/:id/erase', async ({ params, body, log }) => {
    const { email } = erasure.parse(body);
    const submission = await submissions.find(params.id);
    if (!submission) throw new Refused('This sign-up has been erased in the meantime.');
    // What is typed is compared here, so that no list on the screen that is out of date erases another person.
    if (emailKey(email.trim()) !== emailKey(submission.person.email))
      throw new Refused('This is not the founder’s email address. Nothing was erased.');
    const { submissions: count, notPurged } = await erase(submission.person.email);
    if (notPurged) log.warn(notPurged);
    return { submissions: count };
  });
}
