import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientOf, type RateLimit } from '../../../http/rate-limit.ts';
import type { Organizers } from '../../../organizers/repository.ts';
import type { Passkeys } from '../../../organizers/webauthn.ts';
import { endedCookie, readSessionCookie, sessionCookie } from './cookie.ts';

interface SignInParts {
  organizers: Organizers;
  passkeys: Passkeys;
  countAttempt: RateLimit;
  now: () => Date;
}

/** What every response of an authenticator has; the library checks the rest. */
const credential = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
const incomplete = 'The request is incomplete. Reload the page and try again.';
const signIn = z.object({ response: credential }, incomplete);
const invitation = z.object({ token: z.string() }, incomplete);
const passkeyRegistration = invitation.extend({ response: credential });

const limitedBy = (count: RateLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
  const seconds = await count(clientOf(request));
  if (seconds === 0) return undefined;
  return reply
    .code(429)
    .header('retry-after', seconds)
    .send({ message: `Too many attempts. Try again in ${seconds} seconds.` });
};

const startSession = (reply: FastifyReply, token: string) => reply.header('set-cookie', sessionCookie(token)).send({});
const deviceFor = ({ headers }: FastifyRequest) => deviceOf(headers['user-agent']);

/** Signing in, registering a passkey with an invitation, and signing out. What anyone may post is rate limited. */
export function signInRoutes(app: FastifyInstance, { organizers, passkeys, countAttempt, now }: SignInParts): void {
  const openToAnyone = { config: { access: 'anyone' as const }, onRequest: limitedBy(countAttempt) };

  // A link from elsewhere arrives without the cookie (SameSite=Strict), so the sign-in page asks whether there is a session.
  app.get('/api/session', { config: { access: 'anyone' } }, async ({ headers }) => {
    const token = readSessionCookie(headers.cookie);
    return { signedIn: token !== undefined && (await organizers.findSession(token, now())) !== undefined };
  });
  app.post('/api/sign-in/options', openToAnyone, () => passkeys.createSignInOptions(now()));
  app.post('/api/sign-in', openToAnyone, async (request, reply) => {
    const { response } = signIn.parse(request.body);
    return startSession(reply, await passkeys.signIn(response as unknown as AuthenticationResponseJSON, deviceFor(request), now()));
  });
  app.post('/api/register/options', openToAnyone, ({ body }) => passkeys.createRegistrationOptions(invitation.parse(body).token, now()));
  app.post('/api/register', openToAnyone, async (request, reply) => {
    const { token, response } = passkeyRegistration.parse(request.body);
    return startSession(reply, await passkeys.register(token, response as unknown as RegistrationResponseJSON, deviceFor(request), now()));
  });
  app.post('/api/sign-out', { config: { access: 'reader' } }, async ({ organizer }, reply) => {
    await organizers.endSession(organizer!.sessionId);
    return reply.header('set-cookie', endedCookie).send({});
  });
}

const browsers = [
  [/Edg/u, 'Edge'],
  [/OPR/u, 'Opera'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
] as const;

const systems = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/Mac OS/u, 'Mac'],
  [/Linux/u, 'Linux'],
] as const;

/** Returns what a User-Agent header claims, in words by which an organizer recognizes a device: "Safari on iPhone". */
function deviceOf(userAgent = ''): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}
