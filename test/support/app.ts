import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { v7 as uuid } from 'uuid';
import type { Content } from '../../src/content/content.ts';
import { startOf } from '../../src/content/schedule.ts';
import type { WorkshopContent } from '../../src/content/schemas/workshop.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { waitlistForm, workshopForm } from '../../src/forms/catalog.ts';
import { enqueueDigests } from '../../src/submissions/jobs.ts';
import { enqueueReminders } from '../../src/workshops/jobs.ts';
import { createServices } from '../../src/app/create-services.ts';
import { readSettings } from '../../src/app/settings.ts';
import { planDeliveries } from '../../src/app/plan-deliveries.ts';
import { settingsFor } from './deployment.ts';
import { answers, content } from './forms.ts';
import { retreatOf } from './recording.ts';

/** The content with its workshop changed. */
export function contentWith(change: Partial<WorkshopContent>, site: Partial<Content['site']> = {}): Content {
  const [first] = content.workshops as [WorkshopContent];
  return { ...content, site: { ...content.site, ...site }, workshops: [{ ...first, ...change }] };
}

/** The time so many hours before (or, below zero, after) the workshop begins. */
export function hoursBefore(hours: number, { workshops: [workshop] }: Content = content): Date {
  return new Date(startOf(workshop as WorkshopContent).getTime() - hours * 60 * 60_000);
}

/**
 * The site's services without HTTP, in this process and with a clock that the test sets: what a day of waiting brings is seen in a moment.
 */
export async function startApp(
  smtpUrl: string,
  options: { content?: Content; clock: { now: Date }; dataDir?: string; env?: Record<string, string> },
) {
  const { clock, env = {}, content: said = content } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'founder-house-'));
  const settings = readSettings({ SMTP_URL: smtpUrl, SECRET: 'x'.repeat(32), ...(await settingsFor(dataDir)), ...env });
  const now = () => clock.now;
  const { store, outbox, rules } = await createServices({ settings, content: said, renderMail, now, log: pino({ level: 'silent' }) });
  return {
    store,
    outbox,
    rules,
    dataDir,
    settings,
    /** What the clock asks for, and then everything that is due. */
    async tick() {
      const any = [await enqueueReminders(store.workshops, said, now()), await enqueueDigests(store, said, settings, now())];
      await outbox.drain();
      return any.some(Boolean);
    },
    /** Registers somebody; answers with what she typed. */
    async register(typed: Record<string, string> = {}, kind: 'workshop' | 'waitlist' = 'workshop') {
      const form = kind === 'workshop' ? workshopForm(said, said.workshops[0] as WorkshopContent) : waitlistForm(said, said.retreats[0]!);
      const values = answers(typed);
      const submission = {
        id: uuid({ msecs: clock.now.getTime() }),
        form,
        values,
        utm: {},
        receivedAt: clock.now,
        retreat: retreatOf(form),
      };
      const deliveries = planDeliveries(settings, said, now)({ state: 'accepted', formKind: kind });
      await store.submissions.record({ submission, state: 'accepted', deliveries });
      return { id: submission.id, email: values['inf_field_Email'] as string };
    },
    async close() {
      await outbox.stop();
      await store.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
