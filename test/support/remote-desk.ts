import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Content } from '../../src/content/content.ts';
import { createServices } from '../../src/app/create-services.ts';
import { createSiteEditing } from '../../src/app/desk-options.ts';
import type { Editing } from '../../src/editing/editing.ts';
import { openStore } from '../../src/app/open-store.ts';
import { createDeskApp } from '../../src/app/remote-desk.ts';
import type { Role } from '../../src/database/organizer-tables.ts';
import type { Organizers } from '../../src/organizers/repository.ts';
import { readSettings } from '../../src/app/settings.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { settingsFor } from './deployment.ts';
import { content as shippedContent } from './forms.ts';

const deskOrigin = 'https://desk.founderhouse.example';
const { host } = new URL(deskOrigin);

/** The headers of a request that the desk's own page makes. */
export const ownPage = { host, origin: deskOrigin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

/** Gives somebody access as a registration does; returns the Cookie header of the session. */
export async function signIn(organizers: Organizers, { name, role, now }: { name: string; role: Role; now: Date }): Promise<string> {
  const { token } = await organizers.inviteOrganizer({ name, role }, now);
  const passkey = { id: randomUUID(), publicKey: 'AA', counter: 0, transports: [] };
  return `__Host-desk=${await organizers.register(token, passkey, 'Firefox on Linux', now)}`;
}

/** The desk for organizers elsewhere, in this process, over a new database and with a clock that the test sets. */
export async function startRemoteDesk(
  clock: { now: Date },
  options: { editing?: Editing; content?: Content; env?: Record<string, string> } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'founder-house-'));
  const logged: string[] = [];
  const log = pino({}, { write: (line) => void logged.push(line) });
  const settings = readSettings({ SECRET: 'x'.repeat(32), ...(await settingsFor(dataDir)), DESK_ORIGIN: deskOrigin, ...options.env });
  const { content = shippedContent } = options;
  const now = () => clock.now;
  const services = await createServices({ settings, store: await openStore(settings.databaseUrl), content, renderMail, now, log });
  const editing = options.editing ?? createSiteEditing(services.store, dataDir, now);
  const app = createDeskApp({ settings, content: () => content, services, editing, log, now }, deskOrigin);
  const routes: { method: string; url: string; access: string | undefined }[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, access: config?.access });
  });
  await app.ready();
  const { organizers } = services.store;
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers: { host, ...headers } });
  const post = (url: string, headers: Record<string, string> = {}, body: object = {}) =>
    app.inject({ method: 'POST', url, headers: { ...ownPage, ...headers }, body: JSON.stringify(body) });
  return {
    app,
    get,
    /** Posts as the desk's own page does. */
    post,
    store: services.store,
    databaseUrl: settings.databaseUrl,
    logged,
    routes,
    /** Gives somebody access as a registration does; returns the Cookie header of the session. */
    signIn(name: string, role: Role = 'organizer') {
      return signIn(organizers, { name, role, now: clock.now });
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await services.deliveryWorkers.stop();
      await services.store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
