/** How long something that was read is used again. */
const usedForMs = 10_000;

/**
 * Returns a function that returns what `read` returned for the same subject, as of at most 10 seconds ago. `read` must not reject: that would
 * be returned again too.
 */
export function keepRecent<Subject, Value>(
  read: (subject: Subject) => Promise<Value>,
  now: () => Date,
): (subject: Subject) => Promise<Value> {
  let last: { subject: Subject; atMs: number; value: Promise<Value> } | undefined;
  return (subject) => {
    const atMs = now().getTime();
    // The clock may have been set back since.
    if (!last || last.subject !== subject || Math.abs(atMs - last.atMs) >= usedForMs) last = { subject, atMs, value: read(subject) };
    return last.value;
  };
}
