/** Returns the values for an IN of SQL, which PostgreSQL does not accept without any. The empty text that is added is no slug and no id. */
export const valuesForIn = (values: readonly string[]): string[] => ['', ...values];
