-- The way from the waitlist to a seat. Founders who were on the waitlist before get an entry.
CREATE TABLE entries (
  id text NOT NULL PRIMARY KEY,
  email_key text NOT NULL UNIQUE,
  state text NOT NULL,
  joined_at text NOT NULL,
  head_since text,
  short_notice integer NOT NULL
);
CREATE INDEX entries_by_state ON entries (state, joined_at);
CREATE TABLE invitations (
  id text NOT NULL PRIMARY KEY,
  entry_id text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  note text NOT NULL,
  made_at text NOT NULL,
  expires_at text NOT NULL,
  revoked_at text,
  answer text,
  answered_at text
);
CREATE INDEX invitations_by_entry ON invitations (entry_id);
CREATE TABLE entry_history (
  id text NOT NULL PRIMARY KEY,
  entry_id text NOT NULL,
  from_state text,
  to_state text NOT NULL,
  event text NOT NULL,
  actor text NOT NULL,
  at text NOT NULL
);
CREATE INDEX entry_history_by_entry ON entry_history (entry_id);
CREATE TABLE seat_lock (id integer NOT NULL PRIMARY KEY);
INSERT INTO seat_lock (id) VALUES (1);
INSERT INTO entries (id, email_key, state, joined_at, head_since, short_notice)
  SELECT id, email_key, 'waiting', received_at, NULL, 0 FROM submissions
  WHERE form_kind = 'waitlist' AND state = 'accepted' AND superseded_by IS NULL AND number IN
    (SELECT max(number) FROM submissions
     WHERE form_kind = 'waitlist' AND state = 'accepted' AND superseded_by IS NULL GROUP BY email_key);
