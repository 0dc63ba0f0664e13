import { isNode, LineCounter, parseDocument, type Document, type YAMLError } from 'yaml';
import type { ValuePath } from './schema-path.ts';
import { pairAt } from './yaml-document.ts';

/** The data of a YAML text, or why it cannot be parsed. */
type Parsed = { data: unknown } | { problems: string[] };

/** The data of a YAML text with the line of each field, or why it cannot be parsed. */
type YamlFile = { data: unknown; lineOf: (path: ValuePath) => number | undefined } | { problems: string[] };

const fixes: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'there is a second colon in this line; put the words after the first one in quotation marks',
  MULTILINE_IMPLICIT_KEY: 'this line has no field name with a colon after it, or is not indented like the lines around it',
  MISSING_CHAR: 'a quotation mark, bracket or comma is missing in this line or one before it',
  UNEXPECTED_TOKEN: 'there is something here that does not belong; often after a closing quotation mark',
  TAB_AS_INDENT: 'this line is indented with a tab; use spaces',
  BAD_INDENT: 'this line is not indented like the lines it belongs to',
  DUPLICATE_KEY: 'this field is there twice; keep one of the two',
  BAD_SCALAR_START: 'these words begin with a sign that has a meaning of its own; put them in quotation marks',
  BAD_DQ_ESCAPE: 'a backslash within quotation marks has a meaning of its own; leave it out or write it twice',
  BAD_ALIAS: 'these words begin with * or &; put them in quotation marks',
};

function describeError(error: YAMLError): string {
  const line = error.linePos?.[0].line;
  const fix = fixes[error.code] ?? error.message.split(/ at line |:?\n/u)[0]!;
  return line === undefined ? fix : `line ${line}: ${fix}`;
}

/** Returns where a field begins; for a missing field, where the group begins that should hold it. */
function offsetOf(document: Document.Parsed, path: ValuePath): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const start = path.slice(0, length);
    const node = pairAt(document, start)?.key ?? document.getIn(start, true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

/** Returns the data of a document, or what is wrong with its aliases (`*name`): they are only followed here. */
function dataOf(document: Document.Parsed): Parsed {
  try {
    const data = document.toJS() as unknown;
    return isCyclic(data) ? { problems: ['a field is repeated within itself with & and *; write its words out instead'] } : { data };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const unresolved = /^Unresolved alias .*: (.*)$/u.exec(error.message)?.[1];
    // The library stops before what the aliases repeat fills the memory.
    return {
      problems: [unresolved ? `*${unresolved}: ${fixes.BAD_ALIAS}` : 'too many words are repeated with & and *; write them out instead'],
    };
  }
}

/** Returns whether data contains itself, which an alias within its own anchor causes: `&a [*a]`. */
const isCyclic = (data: unknown, parents: readonly unknown[] = []): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (parents.includes(data) || Object.values(data).some((inner) => isCyclic(inner, [...parents, data])));

function parse(text: string): Parsed {
  // A tag such as `!!binary` would make bytes of a text.
  const document = parseDocument(text, { resolveKnownTags: false });
  if (document.errors.length > 0) return { problems: [...new Set(document.errors.map(describeError))] };
  const result = dataOf(document);
  return 'data' in result ? { data: deepFreeze(result.data) } : result;
}

/** Freezes data with everything in it, because all readers of the same text share it. Returns the data. */
function deepFreeze(data: unknown): unknown {
  if (typeof data === 'object' && data !== null && !Object.isFrozen(data))
    for (const value of Object.values(Object.freeze(data))) deepFreeze(value);
  return data;
}

/** More than the files of the published content and of two drafts with other texts. */
const maxRecentTexts = 300;

/**
 * The texts that were parsed last, each with its result. The desk reads all files of a draft after each edit, which changes one of them, and
 * parsing them takes most of that time.
 */
const recent = new Map<string, Parsed>();

function parseOnce(text: string): Parsed {
  const result = recent.get(text) ?? parse(text);
  // The last one of the map is the one that was used last.
  recent.delete(text);
  recent.set(text, result);
  if (recent.size > maxRecentTexts) recent.delete(recent.keys().next().value!);
  return result;
}

/** Parses YAML text. A problem names the line and what is usually wrong there. The data is frozen. */
export function readYaml(text: string): YamlFile {
  const result = parseOnce(text);
  if ('problems' in result) return result;
  const lines = new LineCounter();
  let document: Document.Parsed | undefined;
  return {
    ...result,
    lineOf: (path) => {
      const offset = offsetOf((document ??= parseDocument(text, { lineCounter: lines, resolveKnownTags: false })), path);
      return offset === undefined ? undefined : lines.linePos(offset).line;
    },
  };
}
