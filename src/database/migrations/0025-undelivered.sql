-- Counts of what is not delivered read these rows only, however much was delivered before.
CREATE INDEX deliveries_undelivered ON deliveries (state, channel, created_at) WHERE state != 'delivered';
