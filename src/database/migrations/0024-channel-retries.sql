-- When an organizer last retried deliveries of a channel.
CREATE TABLE channel_retries (channel text NOT NULL PRIMARY KEY, retried_at text NOT NULL);
