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
/** In the body, since the id of a passkey can be longer than a part of an address may be. */
const passkey = z.object({ id: z.string('Name a passkey') });

/** Who may sign in, from where they are signed in, and what an organizer changes about it. Every request has an organizer (access.ts). */
export function accessRoutes(app: FastifyInstance, { organizers, origin, now }: AccessParts): void {
  app.get('/api/access', () => organizers.listOrganizers(now()));
  app.post('/api/access/invite', async ({ body, organizer }) => {
    const { token, ...invited } = await organizers.inviteOrganizer({ ...invitation.parse(body), by: organizer! }, now());
    return { ...invited, url: registrationLink(origin, token) };
  });
  app.post('/api/access/withdraw', async ({ body }) => {
    const withdrawn = await organizers.withdrawOrganizerInvitation(named.parse(body).name);
    if (withdrawn === undefined) throw new AccessRefused('This invitation is no longer open. If its link was used, access can be revoked.');
    return { withdrawn };
  });
  app.post('/api/access/revoke', async ({ body, organizer }) => {
    const { name } = named.parse(body);
    if (nameKey(name) === nameKey(organizer!.name))
      throw new AccessRefused(
        'You cannot revoke your own access here. Remove the passkey of a lost device, or run bin/organizer desk revoke on the server.',
      );
    return { revoked: (await organizers.revokeOrganizer(name)) ?? null };
  });
  app.get('/api/access/passkeys', ({ organizer }) => organizers.listOwnPasskeys(organizer!));
  app.post('/api/access/passkeys/remove', { config: { access: 'reader' } }, async ({ body, organizer }) => ({
    removed: await organizers.removeOwnPasskey(passkey.parse(body).id, organizer!),
  }));
  app.post<ById>('/api/access/sessions/:id/end', { config: { access: 'reader' } }, async ({ params, organizer }) => {
    if (organizer!.role === 'organizer') return { ended: await organizers.endSession(params.id) };
    const ended = await organizers.endOwnSession(params.id, organizer!.id);
    if (!ended) throw new AccessRefused('You can end your own sessions only, and this one is not yours, or has ended already.');
    return { ended };
  });
}
