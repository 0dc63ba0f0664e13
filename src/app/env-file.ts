import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { distance } from 'fastest-levenshtein';

const envFile = join(import.meta.dirname, '../../.env');

/** Returns the variables of `.env` in the repository's folder; none without the file. Throws the system's error if it cannot be read. */
export const readEnvFile = (): NodeJS.ProcessEnv => parseEnv(textOfEnvFile());

/**
 * Returns a warning for each setting whose value in `.env` ends before a `#` within a word: without quotation marks, the parser reads it as
 * the beginning of a comment. A `#` after a space is meant as one. It is not an error, since the shorter value may be in use: another
 * SECRET would invalidate every link that was mailed. A setting that the environment has is not read from the file.
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
 * Returns a warning for each name in `.env` that is nearly that of a setting, since a misspelled setting has no effect. Other names are
 * left alone: the file can have the settings of Litestream and PostgreSQL too.
 */
export function listMisspelledNames(names: readonly string[]): string[] {
  return Object.keys(readEnvFile())
    .filter((written) => !names.includes(written))
    .flatMap((written) => {
      const name = names.find((known) => distance(written.toUpperCase(), known) <= 2);
      return name ? [`${written}: .env has this name, which is not a setting; if you mean ${name}, correct the name`] : [];
    });
}

function textOfEnvFile(): string {
  // Some editors begin a file with a byte order mark, which would be a part of the first name.
  return existsSync(envFile) ? readFileSync(envFile, 'utf8').replace(/^\uFEFF/u, '') : '';
}
