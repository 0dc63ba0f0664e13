import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const envFile = join(import.meta.dirname, '../../.env');

/** Returns the variables of `.env` in the repository's folder; none without the file. Throws the system's error if it cannot be read. */
export const readEnvFile = (): NodeJS.ProcessEnv => parseEnv(textOfEnvFile());

/**
 * Returns a warning for each setting whose value in `.env` ends before a `#` within a word: without quotation marks, the parser reads it as
 * the beginning of a comment. A `#` after a space is meant as one. It is not an error, since the shorter value may be in use: another
 * SECRET would invalidate every link that was emailed. A setting that the environment has is not read from the file.
 */
export function listEnvFileWarnings(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const text = textOfEnvFile();
  const variables = parseEnv(text);
  const isCut = (name: string) => {
    const value = variables[name] ? `[ \\t]*${RegExp.escape(variables[name])}` : '';
    return new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=${value}#\\S`, 'mu').test(text);
  };
  return names
    .filter((name) => name in variables && !env[name] && isCut(name))
    .map((name) => `${name}: .env has a # in this value, and what follows it is ignored; put quotation marks around the whole value`);
}

/**
 * Returns a warning for each line of `.env` that the parser ignores, because it has no `=`. The line is not quoted: it may be part of a
 * secret.
 */
export function listIgnoredLines(): string[] {
  return textOfEnvFile()
    .replaceAll(commentOrQuoted, (part) => part.replaceAll(/[^\n]/gu, '='))
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' || line.includes('=')
        ? []
        : [`.env, line ${index + 1}: it has no = and is ignored; write NAME=value, or begin the line with # if it is a comment`],
    );
}

/** A comment, or a value in quotation marks, which can span several lines. */
const commentOrQuoted = /^[ \t]*#.*$|=[ \t]*(?<mark>["'`])[^]*?\k<mark>/gmu;

function textOfEnvFile(): string {
  if (!existsSync(envFile)) return '';
  const bytes = readFileSync(envFile);
  // PowerShell 5 writes UTF-16 into a file, in which no setting would be found.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  // Some editors begin a file with a byte order mark, which would become part of the first name.
  return bytes.toString(encoding).replace(/^\uFEFF/u, '');
}
