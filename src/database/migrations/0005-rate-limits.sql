-- What rate-limiter-flexible counts in, where many instances share a database.
CREATE TABLE rate_limits (
  key varchar(255) NOT NULL PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
