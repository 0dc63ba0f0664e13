import * as fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { problemsIn } from '../forms/validate.ts';
import { parseFields } from './parse-fields.ts';
import { HttpError } from '../http/http-error.ts';
import { temporaryStore } from '../../test/support/databases.ts';
import { waitlist, workshop } from '../../test/support/forms.ts';

const forms = fc.constantFrom(waitlist, workshop);
const wires = [...waitlist.fields, ...workshop.fields].map(({ wire }) => wire);

/** Random bytes and pieces of form syntax in any order. */
const pieces = fc.oneof(
  fc.uint8Array({ maxLength: 20 }),
  fc.constantFrom(...wires, 'utm_source', 'altcha', 'leave_this_empty', '__proto__').map((text) => Buffer.from(text)),
  fc.constantFrom('&', '=', '%', '+', '%00', '%ff', '%ed%a0%80', ';', '[', ']').map((text) => Buffer.from(text)),
);
const body = fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.concat(parts));

/** Returns undefined where the parser throws HttpError. Rethrows anything else. */
function parseOrRefuse(bytes: Uint8Array, form: typeof waitlist) {
  try {
    return parseFields(bytes, form);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

describe('parseFields', () => {
  it('throws HttpError only, and returns well-formed text of known fields for any bytes', () => {
    fc.assert(
      fc.property(body, forms, (bytes, form) => {
        const read = parseOrRefuse(bytes, form);
        fc.pre(read !== undefined);
        const texts = [...Object.values(read.values), ...Object.values(read.utm), read.proof];
        expect(texts.filter((text) => !text.isWellFormed())).toEqual([]);
        expect(Object.keys(read.values).filter((wire) => !form.fields.some((field) => field.wire === wire))).toEqual([]);
        expect(Object.getPrototypeOf(read.values)).toBe(Object.prototype);
        problemsIn(form, { ...read.utm, ...read.values });
      }),
      { numRuns: 3000 },
    );
  });

  it('decodes what a browser encoded', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 50 });
    fc.assert(
      fc.property(text, text, (name, question) => {
        const sent = new URLSearchParams({ inf_field_FirstName: name, [waitlist.fields.at(-1)?.wire as string]: question });
        const { values, problems } = parseFields(Buffer.from(sent.toString()), waitlist);
        expect({ values, problems }).toEqual({ values: Object.fromEntries(sent), problems: {} });
      }),
    );
  });
});

describe('a valid submission', () => {
  it('is stored exactly as typed, with any characters', async () => {
    await using temporary = await temporaryStore();
    const { store } = temporary;
    const letters = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(letters, letters, letters, forms, async (last, brand, long, form) => {
        const area = form.fields.find(({ kind }) => kind === 'textarea')?.wire as string;
        const typed = {
          inf_field_FirstName: 'Ottoline',
          inf_field_LastName: last,
          inf_field_Email: `${uuid()}@example.com`,
          inf_field_Company: brand,
          inf_field_Phone1: '1',
          inf_custom_SystemSize: '150+ Units',
          [area]: long,
        };
        const { values, utm, problems } = parseFields(Buffer.from(new URLSearchParams(typed).toString()), form);
        fc.pre(Object.keys({ ...problems, ...problemsIn(form, values) }).length === 0);
        const submission = { id: uuid(), form, values, utm, receivedAt: new Date(), retreat: '' };
        await store.submissions.record({ submission, state: 'accepted', deliveries: [] });
        const kept = await store.submissions.find(submission.id);
        expect(kept?.fields).toEqual(typed);
      }),
      { numRuns: 300 },
    );
    expect(await store.database.checkIntegrity()).toEqual([]);
  });
});
