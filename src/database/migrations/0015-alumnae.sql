-- Founders who asked to be kept among the alumnae of their retreat, with the words that they saw.
CREATE TABLE alumnae (
  entry_id text NOT NULL PRIMARY KEY,
  given_at text NOT NULL,
  wording text NOT NULL
);
