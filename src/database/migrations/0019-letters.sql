-- Letters to groups of founders, their recipients, their history, and the addresses that unsubscribed from letters.
CREATE TABLE letters (
  id text NOT NULL PRIMARY KEY,
  subject text NOT NULL,
  text text NOT NULL,
  link text NOT NULL,
  audience text NOT NULL,
  tested_at text,
  sent_at text
);
CREATE TABLE letter_recipients (
  letter_id text NOT NULL,
  email_key text NOT NULL,
  submission_id text NOT NULL,
  sent_at text NOT NULL,
  CONSTRAINT letter_recipients_once PRIMARY KEY (letter_id, email_key)
);
CREATE INDEX letter_recipients_submission ON letter_recipients (submission_id);
CREATE INDEX letter_recipients_email ON letter_recipients (email_key);
CREATE TABLE letter_history (
  id text NOT NULL PRIMARY KEY,
  letter_id text NOT NULL,
  event text NOT NULL,
  actor_name text,
  at text NOT NULL
);
CREATE TABLE letter_opt_outs (address_id text NOT NULL PRIMARY KEY, since text NOT NULL);
