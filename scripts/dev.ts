/**
 * `npm run dev`: the editing server, and beside it a development provider that takes what forms send, so that forwarding is seen without an
 * account. Where a provider is set (KEAP_FORM_HOST, KEAP_API_TOKEN), that one is used.
 */
import { loadContent } from '../src/content/load.ts';
import { formsOf } from '../src/forms/catalog.ts';
import { startDevelopment } from '../src/app/dev.ts';
import { readSettings } from '../src/app/settings.ts';
import { startProvider } from '../test/fakes/provider.ts';

const prefix = 'inf_custom_';

const { providerForms, providerApi } = readSettings(process.env);
const provider = providerForms || providerApi ? undefined : await startDevelopmentProvider();
if (provider)
  Object.assign(process.env, { KEAP_FORM_HOST: provider.url, KEAP_API_URL: provider.api.url, KEAP_API_TOKEN: provider.api.token });
await startDevelopment();

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
