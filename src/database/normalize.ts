/** Lower case and NFC. PostgreSQL's text type does not allow NUL. */
const normalize = (text: string) => text.replaceAll('\0', '\uFFFD').normalize('NFC').toLowerCase();

/** The key that identifies a person, by an email address. It is stored, and keyed hashes are made of it: it must never change. */
export const emailKey = (email: string) => normalize(email);

/** The form in which text is searched. */
export const searchable = (text: string) => normalize(text);

/** A search for more words than this ignores the others: each is a condition, and a database limits their number. */
const maxSoughtWords = 20;

/**
 * Returns the words that are searched for: each must be found, in any answer. So a full name is found, whose parts are two answers.
 */
export function soughtWords(text: string): string[] {
  const words = searchable(text).split(/\s+/u).filter(Boolean);
  return words.length > 0 ? words.slice(0, maxSoughtWords) : [searchable(text)];
}
