-- What was announced to registered founders, and the addresses that no mail reaches.
CREATE TABLE workshops (
  slug text NOT NULL PRIMARY KEY,
  sequence integer NOT NULL,
  digest text NOT NULL,
  starts_at text NOT NULL,
  cancelled integer NOT NULL,
  changed_at text NOT NULL
);
CREATE TABLE announcements (key text NOT NULL PRIMARY KEY, made_at text NOT NULL);
CREATE TABLE suppressions (
  email_key text NOT NULL,
  reason text NOT NULL,
  since text NOT NULL,
  CONSTRAINT suppressions_key PRIMARY KEY (email_key, reason)
);
CREATE INDEX submissions_by_email ON submissions (email_key);
