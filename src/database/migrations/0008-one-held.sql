-- One form and one address: also only one submission that waits for its confirmation. SQLite's single writer ensured that before; with
-- many writers, an index does.
CREATE UNIQUE INDEX submissions_one_held ON submissions (form_id, email_key) WHERE superseded_by IS NULL AND state = 'held';
