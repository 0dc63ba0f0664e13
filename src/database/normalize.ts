/** Lower case and NFC. PostgreSQL's text type does not allow NUL. */
const normalize = (text: string) => text.replaceAll('\0', '\uFFFD').normalize('NFC').toLowerCase();

/**
 * Returns the key that identifies a person, for an email address. It must never change, because it is stored, including as keyed hashes.
 */
export const emailKey = (email: string) => normalize(email);

/** Returns text in the form in which it is searched. */
export const searchable = (text: string) => normalize(text);

/** A search for more words than this ignores the others: each is a condition, and a database limits their number. */
const maxSearchWords = 20;

/** Returns the words of a search. Each must be in an answer, but not all in the same one: a full name is in two answers. */
export function searchWordsIn(text: string): string[] {
  const words = searchable(text).split(/\s+/u).filter(Boolean);
  return words.length > 0 ? words.slice(0, maxSearchWords) : [searchable(text)];
}
