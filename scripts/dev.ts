/**
 * `npm run dev`: the editing server, and beside it a development provider that takes what forms send, so that forwarding is seen without an
 * account. Where a provider is set (KEAP_FORM_HOST, KEAP_API_TOKEN), that one is used.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadContent } from '../src/content/load.ts';
import { formsOf } from '../src/forms/catalog.ts';
import { readSettings } from '../src/app/settings.ts';
import { startProvider } from '../test/fakes/provider.ts';

const root = join(import.meta.dirname, '..');
const prefix = 'inf_custom_';

const { providerForms, providerApi } = readSettings(process.env);
const provider = providerForms || providerApi ? undefined : await startDevelopmentProvider();
const astro = spawn(process.execPath, [join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(provider && { KEAP_FORM_HOST: provider.url, KEAP_API_URL: provider.api.url, KEAP_API_TOKEN: provider.api.token }),
  },
});
// Ctrl-C reaches both; a signal to this process alone is handed on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => astro.kill(signal));
astro.once('exit', (code) => process.exit(code ?? 0));

/** It knows the custom fields and the tags that the forms of content/ speak of. */
async function startDevelopmentProvider() {
  const forms = formsOf(loadContent());
  const fields = forms.flatMap((form) => form.fields);
  const customFields = [...new Set(fields.flatMap(({ wire }) => (wire.startsWith(prefix) ? [wire.slice(prefix.length)] : [])))];
  const tags = [...fields.flatMap((field) => (field.kind === 'checkbox' ? [field.value] : [])), ...forms.flatMap(({ tag }) => tag ?? [])];
  const started = await startProvider({ customFields, tags });
  console.log(`A development provider takes what forms send: see it, and let it go wrong, at ${started.url}/`);
  return started;
}
