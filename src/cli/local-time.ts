const two = (number: number) => String(number).padStart(2, '0');

/** An instant as the organizer's own clock shows it, for example 2026-11-21 14:05. */
export function localTime(instant: string): string {
  const date = new Date(instant);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
