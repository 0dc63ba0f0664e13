-- When the first attempt of a delivery failed; null once it has arrived, and again after the organizer retries a parked one.
ALTER TABLE deliveries ADD COLUMN failing_since text;
