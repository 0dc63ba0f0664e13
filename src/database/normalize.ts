/** The form in which text is searched: lower case and NFC. PostgreSQL's text type does not allow NUL. */
export const searchable = (text: string) => text.replaceAll('\0', '\uFFFD').normalize('NFC').toLowerCase();

/** The key that identifies a person: the email address in lower case and NFC. */
export const emailKey = (email: string) => searchable(email);

/** A search for more words than this ignores the others: each is a condition, and a database limits their number. */
const maxSoughtWords = 20;

/**
 * Returns the words that are searched for: each must be found, in any answer. So a full name is found, whose parts are two answers.
 */
export function soughtWords(text: string): string[] {
  const words = searchable(text).split(/\s+/u).filter(Boolean);
  return words.length > 0 ? words.slice(0, maxSoughtWords) : [searchable(text)];
}
