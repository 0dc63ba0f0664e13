-- Proofs that are spent once, links in mails, the wording of each consent, and the outbox.
ALTER TABLE submissions ADD COLUMN consents text NOT NULL DEFAULT '[]';
CREATE TABLE spent_proofs (signature text NOT NULL PRIMARY KEY, expires_at text NOT NULL);
CREATE TABLE quiet_periods (key text NOT NULL PRIMARY KEY, until text NOT NULL);
CREATE TABLE tokens (
  hash text NOT NULL PRIMARY KEY,
  purpose text NOT NULL,
  subject text NOT NULL,
  expires_at text NOT NULL,
  used_at text
);
CREATE TABLE deliveries (
  id text NOT NULL PRIMARY KEY,
  submission_id text,
  channel text NOT NULL,
  kind text NOT NULL,
  payload text NOT NULL,
  state text NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at text NOT NULL,
  trying_since text NOT NULL,
  leased_until text,
  last_error text,
  created_at text NOT NULL,
  delivered_at text
);
CREATE TABLE channel_slots (channel text NOT NULL PRIMARY KEY, free_at text NOT NULL);
-- A worker looks among what is due alone, however much was delivered before.
CREATE INDEX deliveries_due ON deliveries (channel, next_attempt_at, id) WHERE state = 'due';
CREATE INDEX deliveries_by_submission ON deliveries (submission_id);
CREATE INDEX deliveries_by_creation ON deliveries (created_at);
