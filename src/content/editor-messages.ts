import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { schemaAt, valueAt, type ValuePath } from './schema-path.ts';
import { controlButLayout, hasControlText } from './visible-text.ts';

/** A problem in a file: which field, and what to do about it. */
export interface Problem {
  path: ValuePath;
  message: string;
  /** The field that was probably meant by a misspelled one. */
  meant?: string;
}

/** Returns the name of a field as an editor finds it: `paragraphs[3]` is the third paragraph, counted from 1. */
export function fieldName(path: ValuePath): string {
  let name = '';
  for (const key of path) {
    if (typeof key === 'number') name += `[${key + 1}]`;
    else name += name === '' ? key : `.${key}`;
  }
  return name;
}

/** Returns the known word that was probably meant, if one is near enough: unless `maxEdits` says less, a letter in three may be wrong. */
export function closestOf(word: string, known: readonly string[], maxEdits = Infinity): string | undefined {
  return known
    .map((candidate) => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, edits }) => edits <= Math.min(maxEdits, Math.max(2, Math.floor(candidate.length / 3))) && edits < candidate.length,
    )
    .toSorted((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** The message for a schema that has none of its own. */
function defaultMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const fixes: Record<string, string> = {
      object: 'write its fields here, each on a line of its own and indented by two spaces',
      array: 'write a list here: one "- " line each',
      boolean: 'write true or false, without quotation marks',
      number: 'write a whole number in digits, without quotation marks',
      int: 'write a whole number in digits, without quotation marks',
      string: 'write words here',
    };
    return fixes[issue.expected];
  }
  if (issue.code === 'too_small') return issue.origin === 'array' ? `write at least ${issue.minimum} here` : 'write a number above 0';
  if (issue.code === 'too_big') return issue.origin === 'array' ? `write at most ${issue.maximum} here` : `write at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `write one of these: ${issue.values.join(', ')}`;
  return undefined;
}

/** Returns the fields that a schema knows at a path; none if it is not a group of fields. */
function knownFields(schema: z.core.$ZodType, path: ValuePath): string[] {
  const group = schemaAt(schema, path);
  return group instanceof z.ZodObject ? Object.keys(group.shape) : [];
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType, data: unknown): Problem[] {
  const path = issue.path as ValuePath;
  if (issue.code === 'unrecognized_keys') {
    const known = knownFields(schema, path);
    return issue.keys.map((key) => {
      const meant = closestOf(key, known);
      const fix = meant ? `did you mean "${meant}"?` : `the fields here are ${known.join(', ')}`;
      return { path: [...path, key], message: `there is no field "${key}"; ${fix}`, ...(meant && { meant: fieldName([...path, meant]) }) };
    });
  }
  const value = valueAt(data, path);
  if (value === undefined && path.length > 0) return [{ path, message: `this field is missing; ${issue.message}` }];
  if (Array.isArray(value) && value.length > 0 && issue.code !== 'invalid_type') {
    return [{ path, message: `${issue.message}; there ${value.length === 1 ? 'is' : 'are'} ${value.length}` }];
  }
  return [{ path, message: issue.message }];
}

/** Characters besides control characters that XML cannot hold (XML 1.0, 2.2). YAML can write all of them, for example as `\v`. */
const notInXml = /[\p{Cs}\uFFFE\uFFFF]/u;

/** Yields a problem for each text with a character that a page, an email or the sitemap cannot have. */
function* unwritableTexts(value: unknown, path: ValuePath = []): Generator<Problem> {
  if (typeof value === 'string' && (controlButLayout.test(value) || notInXml.test(value)))
    yield { path, message: `this ${hasControlText}` };
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) yield* unwritableTexts(inner, [...path, isList ? Number(key) : key]);
}

/**
 * Parses data by a schema. Returns the value, or every problem in words for an editor; a misspelled field is one
 * problem, not also a missing one.
 */
export function parseWith<S extends z.ZodType>(schema: S, data: unknown): { value: z.infer<S> } | { problems: Problem[] } {
  const parsed = schema.safeParse(data ?? {}, { error: defaultMessage });
  const unwritables = [...unwritableTexts(data)];
  if (parsed.success && unwritables.length === 0) return { value: parsed.data };
  const invalid = (parsed.error?.issues ?? []).flatMap((issue) => problemsOf(issue, schema, data ?? {}));
  const problems = [...invalid, ...unwritables];
  const meant = new Set(problems.map((problem) => problem.meant));
  return { problems: problems.filter(({ path }) => !meant.has(fieldName(path)) || valueAt(data, path) !== undefined) };
}
