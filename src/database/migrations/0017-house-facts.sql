-- What the kitchen and the house must know about a founder with a seat.
CREATE TABLE house_facts (
  entry_id text NOT NULL PRIMARY KEY,
  diet text NOT NULL,
  access text NOT NULL,
  arrival text NOT NULL,
  travel text NOT NULL,
  contact text NOT NULL,
  phone text NOT NULL,
  changed_at text NOT NULL
);
