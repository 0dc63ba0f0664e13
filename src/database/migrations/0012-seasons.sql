-- Founders who were asked to move along to a later retreat, and what stays of a retreat that was closed.
CREATE TABLE return_offers (
  entry_id text NOT NULL,
  retreat text NOT NULL,
  asked_at text NOT NULL,
  accepted_at text,
  wording text,
  CONSTRAINT return_offers_of_entry PRIMARY KEY (entry_id, retreat)
);
CREATE TABLE closed_retreats (
  retreat text NOT NULL PRIMARY KEY,
  closed_at text NOT NULL,
  figures text NOT NULL
);
