const reusedForMs = 10_000;

/**
 * Returns a function that reuses the last value of `read` for 10 seconds, and reads again for another subject. `read` must not reject,
 * since the rejection would be reused too.
 */
export function keepRecent<Subject, Value>(
  read: (subject: Subject) => Promise<Value>,
  now: () => Date,
): (subject: Subject) => Promise<Value> {
  let last: { subject: Subject; atMs: number; value: Promise<Value> } | undefined;
  return (subject) => {
    const atMs = now().getTime();
    // The clock may have been set back since.
    if (!last || last.subject !== subject || Math.abs(atMs - last.atMs) >= reusedForMs) last = { subject, atMs, value: read(subject) };
    return last.value;
  };
}
