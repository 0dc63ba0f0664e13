-- Organizers with passkeys, and their names in the history of entries.
ALTER TABLE entry_history ADD COLUMN actor_name text;
CREATE TABLE organizers (
  id text NOT NULL PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  created_at text NOT NULL
);
CREATE TABLE passkeys (
  id text NOT NULL PRIMARY KEY,
  organizer_id text NOT NULL,
  public_key text NOT NULL,
  counter integer NOT NULL,
  transports text NOT NULL,
  created_at text NOT NULL,
  used_at text
);
CREATE TABLE organizer_invitations (
  token_hash text NOT NULL PRIMARY KEY,
  organizer_id text NOT NULL,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  invited_by text,
  created_at text NOT NULL,
  expires_at text NOT NULL
);
CREATE TABLE organizer_sessions (
  id text NOT NULL PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  organizer_id text NOT NULL,
  device text NOT NULL,
  created_at text NOT NULL,
  seen_at text NOT NULL
);
CREATE TABLE passkey_challenges (hash text NOT NULL PRIMARY KEY, expires_at text NOT NULL);
