/** PostgreSQL's text type does not allow NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\uFFFD');

/** The key that identifies a person: the email address in lower case and NFC. */
export const emailKey = (email: string) => withoutNul(email).normalize('NFC').toLowerCase();

/**
 * The mailbox that an email address most likely leads to: many providers deliver `ada+anything@` to `ada@` (RFC 5233, subaddressing). It
 * counts mails, and never identifies a person: elsewhere the two may be different people.
 */
export const mailboxKey = (key: string) => key.replace(/^([^+@]+)\+[^@]*@/u, '$1@');

/** The form in which text is searched: lower case and NFC. */
export const searchable = (text: string) => withoutNul(text).normalize('NFC').toLowerCase();
