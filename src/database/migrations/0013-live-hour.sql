-- The address of each workshop's video call, who joined it, and what they answered afterwards.
CREATE TABLE meeting_links (
  workshop text NOT NULL PRIMARY KEY,
  url text NOT NULL,
  changed_at text NOT NULL
);
CREATE TABLE attendance (submission_id text NOT NULL PRIMARY KEY, joined_at text NOT NULL);
CREATE TABLE feedback (
  submission_id text NOT NULL PRIMARY KEY,
  question text NOT NULL,
  answer text NOT NULL,
  answered_at text NOT NULL
);
