/** The last day and the hour of an invitation, on the clocks of the retreat's place: "Saturday, November 28, 2026, at 5:00 pm Central time". */
export function untilInWords(instant: string): string {
  const at = new Date(instant);
  const timeZone = 'America/Chicago';
  const day = at.toLocaleDateString('en-US', { dateStyle: 'full', timeZone });
  const hour = at
    .toLocaleTimeString('en-US', { timeStyle: 'short', timeZone })
    .replace(/\s?([AP])M$/u, (_, half: string) => `\u00A0${half.toLowerCase()}m`);
  return `${day}, at ${hour} Central time`;
}
