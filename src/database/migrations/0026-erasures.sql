-- Who was erased, by a keyed hash of the address, so that a restore of an earlier copy can erase them again.
CREATE TABLE erasures (
  address_id text NOT NULL,
  erased_at text NOT NULL,
  CONSTRAINT erasures_pkey PRIMARY KEY (address_id, erased_at)
);
