import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Organizers } from '../../../organizers/repository.ts';
import { AccessRefused, nameKey, organizerName, registrationLink, roles } from '../../../organizers/rules.ts';
import type { ById } from '../context.ts';

interface AccessParts {
  organizers: Organizers;
  origin: string;
  now: () => Date;
}

const invitation = z.object({ name: organizerName, role: z.enum(roles, 'Choose a role') });
const named = z.object({ name: z.string('Name an organizer') });

/** Who may sign in, from where they are signed in, and what an organizer changes about it. */
export function accessRoutes(app: FastifyInstance, { organizers, origin, now }: AccessParts): void {
  app.get('/api/access', () => organizers.listOrganizers(now()));
  app.post('/api/access/invite', async ({ body, organizer }) => {
    const { token, ...invited } = await organizers.inviteOrganizer(
      { ...invitation.parse(body), ...(organizer && { by: organizer }) },
      now(),
    );
    return { ...invited, url: registrationLink(origin, token) };
  });
  app.post('/api/access/withdraw', async ({ body }) => {
    const withdrawn = await organizers.withdrawOrganizerInvitation(named.parse(body).name);
    if (withdrawn === undefined) throw new AccessRefused('This invitation is no longer open. If its link was used, access can be revoked.');
    return { withdrawn };
  });
  app.post('/api/access/revoke', async ({ body, organizer }) => {
    const { name } = named.parse(body);
    if (organizer && nameKey(name) === nameKey(organizer.name))
      throw new AccessRefused('You cannot revoke your own access here. Sign out, or run bin/organizer desk revoke on the server.');
    return { revoked: (await organizers.revokeOrganizer(name)) ?? null };
  });
  app.post<ById>('/api/access/sessions/:id/end', async ({ params }) => ({
    ended: await organizers.endSession(params.id),
  }));
}
