-- Waitlist submissions and entries belong to a retreat: one entry for each retreat and address. SQLite cannot drop the constraint of a
-- column (sqlite.org/lang_altertable.html), so the table is made again with every row.
-- 'spring-2026' is the retreat of everything that was stored while there was only one.
ALTER TABLE submissions ADD COLUMN retreat text NOT NULL DEFAULT '';
UPDATE submissions SET retreat = 'spring-2026' WHERE form_kind = 'waitlist';
DROP INDEX submissions_one_standing;
CREATE UNIQUE INDEX submissions_one_standing ON submissions (form_id, email_key, retreat)
  WHERE superseded_by IS NULL AND state = 'accepted';
DROP INDEX submissions_one_held;
CREATE UNIQUE INDEX submissions_one_held ON submissions (form_id, email_key, retreat)
  WHERE superseded_by IS NULL AND state = 'held';
DROP INDEX entries_by_state;
ALTER TABLE entries RENAME TO entries_before;
CREATE TABLE entries (
  id text NOT NULL PRIMARY KEY,
  retreat text NOT NULL,
  email_key text NOT NULL,
  state text NOT NULL,
  joined_at text NOT NULL,
  head_since text,
  short_notice integer NOT NULL,
  CONSTRAINT entries_of_person UNIQUE (email_key, retreat)
);
INSERT INTO entries (id, retreat, email_key, state, joined_at, head_since, short_notice)
  SELECT id, 'spring-2026', email_key, state, joined_at, head_since, short_notice FROM entries_before;
DROP TABLE entries_before;
CREATE INDEX entries_by_state ON entries (retreat, state, joined_at);
