/**
 * `npm run dev`: starts the development server and a development provider that receives forwarded submissions, so that forwarding can be
 * seen without an account. If a provider is configured (KEAP_FORM_HOST, KEAP_API_TOKEN), the site forwards to that one instead.
 */
import { loadContent } from '../src/content/load.ts';
import { formsOf } from '../src/forms/catalog.ts';
import { explainError } from '../src/app/explain-error.ts';
import { readSettings } from '../src/app/settings.ts';
import { customFieldOf } from '../src/outbox/channels/keap-client.ts';
import { startProvider } from '../test/fakes/provider.ts';

// In a shell that sets it to "production" for the site, Vite would not follow changes.
process.env['NODE_ENV'] = 'development';

/** Starts both. If they cannot start, it prints one line, as the site does, and exits with 1. */
async function main(): Promise<void> {
  const { providerForms, providerApi } = readSettings(process.env);
  const provider = providerForms || providerApi ? undefined : await startDevelopmentProvider();
  if (provider)
    Object.assign(process.env, { KEAP_FORM_HOST: provider.url, KEAP_API_URL: provider.api.url, KEAP_API_TOKEN: provider.api.token });
  // Loaded after the settings were read: Astro takes seconds, and a wrong setting is reported immediately.
  const { startDevelopment } = await import('../src/app/dev.ts');
  await startDevelopment(async () => provider?.[Symbol.asyncDispose]());
}

/** Starts a provider that has the custom fields and tags that the forms in content/ use. */
async function startDevelopmentProvider() {
  const forms = formsOf(loadContent());
  const fields = forms.flatMap((form) => form.fields);
  const customFields = [...new Set(fields.flatMap(({ wire }) => customFieldOf(wire) ?? []))];
  const tags = [...fields.flatMap((field) => (field.kind === 'checkbox' ? [field.value] : [])), ...forms.flatMap(({ tag }) => tag ?? [])];
  const started = await startProvider({ customFields, tags });
  console.log(`A development provider receives forwarded submissions: see them, and make it fail, at ${started.url}/`);
  return started;
}

main().catch((error: unknown) => {
  console.error(explainError(error));
  process.exit(1);
});
