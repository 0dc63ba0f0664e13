/** PostgreSQL's text holds no NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

/** The key by which people are told apart: their address in lower case and NFC. */
export const emailKey = (email: string) => withoutNul(email).normalize('NFC').toLowerCase();

/** The form in which text is searched: lower case and NFC. */
export const searchable = (text: string) => withoutNul(text).normalize('NFC').toLowerCase();
