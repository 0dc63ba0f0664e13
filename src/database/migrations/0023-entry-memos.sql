-- What organizers write about a founder for themselves.
CREATE TABLE entry_memos (
  entry_id text NOT NULL PRIMARY KEY,
  text text NOT NULL,
  author_name text,
  changed_at text NOT NULL
);
