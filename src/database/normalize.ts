/** Returns the key of a person: the email address in lower case and NFC. */
export const emailKey = (email: string) => email.normalize('NFC').toLowerCase();

/** The form in which text is searched: lower case and NFC. PostgreSQL's text holds no NUL. */
export const searchable = (text: string) => text.normalize('NFC').toLowerCase().replaceAll('\0', '\uFFFD');
