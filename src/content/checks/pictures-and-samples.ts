import { isVisible } from '../visible-text.ts';
import { allTexts, groupsWith, picturesIn, subfield, type ContentCheck } from './fields.ts';

/** A picture that is named but does not exist. */
export const missingPicture: ContentCheck = (content, { fileExists }) =>
  picturesIn(content)
    .filter(({ picture }) => !fileExists(picture.src))
    .map(({ file, field, picture }) => ({
      file,
      field: subfield(field, 'src'),
      message: `there is no file content${picture.src}; put the picture there or correct the name`,
    }));

/** A picture without words for visitors who cannot see it. */
export const missingAlternativeText: ContentCheck = (content) =>
  picturesIn(content)
    .filter(({ picture }) => !isVisible(picture.alt))
    .map(({ file, field, picture }) => ({
      file,
      field: subfield(field, 'alt'),
      message: `${picture.src} has no alternative text; describe in one sentence what it shows`,
    }));

/** A sample that an organizer has not replaced yet. */
export const sampleLeft: ContentCheck = (content) =>
  groupsWith(content, 'sample')
    .filter(({ group }) => group.sample === true)
    .map(({ file, field, group }) => ({
      file,
      field: subfield(field, 'sample'),
      message: `still our example; replace ${'src' in group ? 'the picture' : 'it'} and remove the line "sample: true"`,
      inDesk:
        'src' in group
          ? 'choose the picture on the page and put your own there, or uncheck the box to keep it'
          : 'replace the text with yours, and then uncheck the box',
    }));

/** No postal address for the foot of emails to founders. */
export const missingPostalAddress: ContentCheck = ({ site }) => {
  const message = 'there is no postal address; add it, since an email that announces something must name one';
  return site.postalAddress ? [] : [{ file: 'content/site.yaml', field: 'postalAddress', message }];
};

/** An example address that reaches nobody, left in a text after the contact address was changed. */
export const exampleAddress: ContentCheck = (content) =>
  allTexts(content)
    .filter(({ text }) => text.includes('@'))
    .flatMap(({ file, field, text }) =>
      [...text.matchAll(/[\w.+-]+@[\w.-]*\bexample(?:\.com|\.org|\.net)?\b/giu)]
        .filter(([address]) => address !== content.site.contactEmail)
        .map(([address]) => ({
          file,
          field,
          message: `${address} is still our example, but contactEmail in content/site.yaml is ${content.site.contactEmail}`,
          inDesk: `${address} is still our example, but your contact address is ${content.site.contactEmail}`,
        })),
    );
