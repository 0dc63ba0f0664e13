import { sqlMigration } from './sql-migration.ts';

/** When an organizer last retried deliveries of a channel. */
export const channelRetries = sqlMigration('CREATE TABLE channel_retries (channel text NOT NULL PRIMARY KEY, retried_at text NOT NULL)');
