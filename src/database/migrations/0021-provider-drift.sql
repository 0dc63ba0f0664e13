-- How what the provider holds differs from what was delivered to it, and how far it was read back.
ALTER TABLE deliveries ADD COLUMN drift text;
CREATE INDEX deliveries_drifted ON deliveries (id) WHERE drift IS NOT NULL;
CREATE INDEX deliveries_to_read_back ON deliveries (delivered_at, id) WHERE channel = 'keap-api';
CREATE TABLE read_backs (
  channel text NOT NULL PRIMARY KEY,
  delivered_at text NOT NULL,
  delivery_id text NOT NULL
);
