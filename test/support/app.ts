import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Content } from '../../src/content/content.ts';
import { startOfWorkshop } from '../../src/content/workshop-schedule.ts';
import type { WorkshopContent } from '../../src/content/schemas/workshop.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { waitlistForm, workshopForm } from '../../src/forms/fields.ts';
import { enqueueDigests } from '../../src/submissions/digest.ts';
import { enqueueReminders } from '../../src/workshops/reminders.ts';
import { createServices } from '../../src/app/create-services.ts';
import { openStore } from '../../src/app/open-store.ts';
import { readSettings } from '../../src/app/settings.ts';
import { createPlanDeliveries } from '../../src/submissions/plan-deliveries.ts';
import { settingsFor } from './deployment.ts';
import { answers, content } from './forms.ts';
import { recording } from './recording.ts';

/** Returns the content with a changed workshop. */
export function contentWith(change: Partial<WorkshopContent>, site: Partial<Content['site']> = {}): Content {
  const [first] = content.workshops as [WorkshopContent];
  return { ...content, site: { ...content.site, ...site }, workshops: [{ ...first, ...change }] };
}

/** Returns the time `hours` before the workshop begins; after it if negative. */
export function hoursBefore(hours: number, { workshops: [workshop] }: Content = content): Date {
  return new Date(startOfWorkshop(workshop as WorkshopContent).getTime() - hours * 60 * 60_000);
}

/** Starts the site's services without HTTP in this process, with a clock that the test sets, so that a test can skip days. */
export async function startApp(
  smtpUrl: string,
  options: { content?: Content; clock: { now: Date }; dataDir?: string; env?: Record<string, string> },
) {
  const { clock, env = {}, content: appContent = content } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'founder-house-'));
  const settings = readSettings({ SMTP_URL: smtpUrl, SECRET: 'x'.repeat(32), ...(await settingsFor(dataDir)), ...env });
  const now = () => clock.now;
  const { store, deliveryWorkers, invitationSettings } = await createServices({
    settings,
    store: await openStore(settings.databaseUrl),
    content: appContent,
    renderMail,
    now,
    log: pino({ level: 'silent' }),
  });
  return {
    store,
    deliveryWorkers,
    invitationSettings,
    dataDir,
    settings,
    /** Runs the jobs for the current time and delivers everything that is due. Returns true if a job enqueued something. */
    async tick() {
      const enqueued = [
        await enqueueReminders(store.workshops, appContent, now()),
        await enqueueDigests(store, appContent, settings, now()),
      ];
      await deliveryWorkers.drain();
      return enqueued.some(Boolean);
    },
    /** Records an accepted submission; returns its id and its email address. */
    async register(typed: Record<string, string> = {}, kind: 'workshop' | 'waitlist' = 'workshop') {
      const form =
        kind === 'workshop'
          ? workshopForm(appContent, appContent.workshops[0] as WorkshopContent)
          : waitlistForm(appContent, appContent.retreats[0]!);
      const deliveries = createPlanDeliveries(settings, () => appContent, now)({ state: 'accepted', formKind: kind });
      const recorded = recording(answers(typed), { form, receivedAt: clock.now, deliveries });
      await store.submissions.record(recorded);
      const { id, values } = recorded.submission;
      return { id, email: values['inf_field_Email'] as string };
    },
    async close() {
      await deliveryWorkers.stop();
      await store.close();
    },
    async [Symbol.asyncDispose]() {
      await this.close();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
