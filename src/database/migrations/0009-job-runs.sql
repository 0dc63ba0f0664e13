-- When a job last ran to its end, by its name.
CREATE TABLE job_runs (name text NOT NULL PRIMARY KEY, ran_at text NOT NULL);
