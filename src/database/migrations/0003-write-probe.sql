-- The row that each readiness check overwrites.
CREATE TABLE write_probe (id integer NOT NULL PRIMARY KEY, written_at text NOT NULL);
