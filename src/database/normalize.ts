/** PostgreSQL's text type does not allow NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

/** The key that identifies a person: the email address in lower case and NFC. */
export const emailKey = (email: string) => withoutNul(email).normalize('NFC').toLowerCase();

/** The form in which text is searched: lower case and NFC. */
export const searchable = (text: string) => withoutNul(text).normalize('NFC').toLowerCase();
