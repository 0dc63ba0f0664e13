-- Where a passkey was registered, and the passkey that a session was signed in with. Both are null for rows of earlier versions.
ALTER TABLE passkeys ADD COLUMN device text;
ALTER TABLE organizer_sessions ADD COLUMN passkey_id text;
