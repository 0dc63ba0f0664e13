import { arrange } from '../../test/support/engine.ts';

/** Mails, reminders and the digest once more, over PostgreSQL. */
arrange('postgres');
await import('./mail.test.ts');
await import('./reminders.test.ts');
await import('./mail-faults.test.ts');
await import('./invitation-mails.test.ts');
await import('./seat-events.test.ts');
