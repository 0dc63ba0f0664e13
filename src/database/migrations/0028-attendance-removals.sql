-- Who removed attendance that was recorded by hand.
CREATE TABLE attendance_removals (
  submission_id text NOT NULL,
  removed_at text NOT NULL,
  actor_name text,
  CONSTRAINT attendance_removals_pkey PRIMARY KEY (submission_id, removed_at)
);
