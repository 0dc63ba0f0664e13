import { allFields, inside, texts } from './fields.ts';
import type { Rule } from './finding.ts';

/** What an organizer has not replaced yet. */
export const sampleLeft: Rule = (content) =>
  [...allFields(content)].flatMap(({ file, field, value }) => {
    if (typeof value !== 'object' || value === null || !('sample' in value) || value.sample !== true) return [];
    const message = `still our example; replace ${'src' in value ? 'the picture' : 'it'} and remove the line "sample: true"`;
    return [{ file, field: inside(field, 'sample'), message, severity: 'launch' as const }];
  });

/** An address that came with the site and reaches nobody, left in a text after the contact address was changed. */
export const exampleAddress: Rule = (content) =>
  [...texts(allFields(content))].flatMap(({ file, field, text }) =>
    [...text.matchAll(/[\w.+-]+@[\w.-]*\bexample(?:\.com|\.org|\.net)?\b/giu)]
      .filter(([address]) => address !== content.site.contactEmail)
      .map(([address]) => ({
        file,
        field,
        message: `${address} is still our example, but contactEmail in content/site.yaml is ${content.site.contactEmail}`,
        severity: 'launch' as const,
      })),
  );
