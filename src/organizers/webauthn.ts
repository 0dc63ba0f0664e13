import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { StoreUnavailable } from '../database/unavailable.ts';
import { AccessRefused } from './rules.ts';
import type { Organizers } from './repository.ts';

interface Parts {
  organizers: Organizers;
  /** The desk's own origin; its host is the relying party's id. */
  origin: string;
  siteName: string;
}

/**
 * EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator supports one of them. By default the library probes for experimental
 * ones.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

export type Passkeys = ReturnType<typeof createPasskeys>;

/**
 * Registers passkeys and signs organizers in with them (WebAuthn Level 3). Every ceremony requires user verification. Its
 * methods throw AccessRefused.
 */
export function createPasskeys({ organizers, origin, siteName }: Parts) {
  const rpID = new URL(origin).hostname;

  /** Returns what a response must match. Checking the challenge that it answers consumes it. */
  const expectedAt = (now: Date) => ({
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    async expectedChallenge(challenge: string): Promise<true> {
      if (await organizers.consumeChallenge(challenge, now)) return true;
      throw new AccessRefused('That took longer than five minutes, or was already submitted. Try again.');
    },
  });

  return {
    async createRegistrationOptions(invitationToken: string, now: Date) {
      const { organizerId, name, passkeyIds } = await organizers.readOrganizerInvitation(invitationToken, now);
      const options = await generateRegistrationOptions({
        rpName: `The desk of ${siteName}`,
        rpID,
        userID: new TextEncoder().encode(organizerId),
        userName: name,
        userDisplayName: name,
        excludeCredentials: passkeyIds.map((id) => ({ id })),
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await organizers.addChallenge(options.challenge, now);
      return options;
    },

    /** Returns the token of a session. */
    async register(invitationToken: string, response: RegistrationResponseJSON, device: string, now: Date): Promise<string> {
      const { registrationInfo } = await accepted(async () =>
        verifyRegistrationResponse({ ...expectedAt(now), response: withoutAttestation(response), supportedAlgorithmIDs }),
      );
      if (!registrationInfo) throw notAccepted();
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      const passkey = { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports };
      return organizers.register(invitationToken, passkey, device, now);
    },

    /** The browser offers the passkeys that it has for this desk, so the desk asks for no name, and nobody can try names. */
    async createSignInOptions(now: Date) {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      await organizers.addChallenge(options.challenge, now);
      return options;
    },

    /** Returns the token of a session. */
    async signIn(response: AuthenticationResponseJSON, device: string, now: Date): Promise<string> {
      const passkey = await organizers.findPasskey(response.id);
      if (!passkey) throw notAccepted();
      const credential = {
        id: passkey.id,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      };
      const { verified, authenticationInfo } = await accepted(() =>
        verifyAuthenticationResponse({ ...expectedAt(now), response, credential }),
      );
      if (!verified) throw notAccepted();
      return organizers.signIn(passkey.id, authenticationInfo.newCounter, device, now);
    },
  };
}

type Cbor = Parameters<typeof isoCBOR.encode>[0];

/**
 * Returns a registration without its attestation, which the desk does not ask for; a browser removes it too (WebAuthn Level 3, 5.1.3). The
 * library would load the revocation lists at the addresses in its certificates, even if these are the certificates of a stranger.
 */
function withoutAttestation(registration: RegistrationResponseJSON): RegistrationResponseJSON {
  const { response } = registration;
  const attestation = isoCBOR.decodeFirst<Map<string, Cbor>>(isoBase64URL.toBuffer(response.attestationObject));
  attestation.set('fmt', 'none').set('attStmt', new Map());
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation));
  return { ...registration, response: { ...response, attestationObject } };
}

const notAccepted = (cause?: unknown) =>
  new AccessRefused('This passkey is not accepted here. If your access was revoked, ask an organizer for a new link.', { cause });

/** The library throws for every response that it refuses, in words for developers. Looking up the challenge throws errors for people. */
const accepted = <Result>(verify: () => Promise<Result>): Promise<Result> =>
  verify().catch((error: unknown) => {
    throw error instanceof AccessRefused || error instanceof StoreUnavailable ? error : notAccepted(error);
  });
