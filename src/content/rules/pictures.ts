import type { Content } from '../content.ts';
import type { PictureContent } from '../schemas/parts.ts';
import { allFields, inside } from './fields.ts';
import type { Rule } from './finding.ts';

const isPicture = (value: unknown): value is PictureContent =>
  typeof value === 'object' && value !== null && 'src' in value && 'alt' in value;

const pictures = (content: Content) =>
  [...allFields(content)].flatMap(({ file, field, value }) => (isPicture(value) ? [{ file, field, picture: value }] : []));

/** A picture that is named but not there. */
export const missingPicture: Rule = (content, { fileExists }) =>
  pictures(content)
    .filter(({ picture }) => !fileExists(picture.src))
    .map(({ file, field, picture }) => ({
      file,
      field: inside(field, 'src'),
      message: `there is no file content${picture.src}; put the picture there or correct the name`,
      severity: 'always',
    }));

/** A picture that says nothing to a visitor who cannot see it. */
export const silentPicture: Rule = (content) =>
  pictures(content)
    .filter(({ picture }) => picture.alt.trim() === '')
    .map(({ file, field, picture }) => ({
      file,
      field: inside(field, 'alt'),
      message: `${picture.src} has no alternative text; say in one sentence what is seen`,
      severity: 'launch',
    }));
