/** The tables of those who sign in at the desk away from the server. */
export interface OrganizerTables {
  /** The organizers who may sign in at the desk away from the server. `id` is the user handle of the organizer's passkeys. */
  organizers: { id: string; name: string; role: Role; created_at: string };
  passkeys: PasskeysTable;
  /** Links with which an organizer registers a passkey, by the SHA-256 of their token. `invited_by` is null for the command. */
  organizer_invitations: {
    token_hash: string;
    organizer_id: string;
    name: string;
    role: Role;
    invited_by: string | null;
    created_at: string;
    expires_at: string;
  };
  organizer_sessions: OrganizerSessionsTable;
  /** WebAuthn challenges that were issued and not yet used, by their SHA-256. */
  passkey_challenges: { hash: string; expires_at: string };
}

/** A public key that signs an organizer in (WebAuthn Level 3). */
interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  organizer_id: string;
  /** COSE_Key (RFC 9052), base64url. */
  public_key: string;
  /** The signature counter; 0 for authenticators that have none. */
  counter: number;
  /** JSON: how a browser reaches the authenticator. */
  transports: string;
  /** The browser and system that registered it, from the User-Agent header; null for one that an earlier version registered. */
  device: string | null;
  created_at: string;
  used_at: string | null;
}

interface OrganizerSessionsTable {
  /** Names the session in lists and commands; not secret. */
  id: string;
  /** SHA-256 of the cookie's value. */
  token_hash: string;
  organizer_id: string;
  /** The passkey that it was signed in with; null for a session that an earlier version started. */
  passkey_id: string | null;
  /** The browser and system, from its User-Agent header. */
  device: string;
  created_at: string;
  seen_at: string;
}

/** A reader sees everything at the desk and changes nothing. */
export type Role = 'organizer' | 'reader';
