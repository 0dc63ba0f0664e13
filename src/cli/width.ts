const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What takes two columns: the East Asian wide and full-width letters (Unicode Standard Annex 11), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** How many columns a terminal gives to a text. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/u.test(text)) return text.length;
  let width = 0;
  for (const { segment } of letters.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** A text in exactly so many columns: filled up with spaces, or cut off with an ellipsis. */
export function fitted(text: string, width: number): string {
  const needed = widthOf(text);
  if (needed <= width) return text + ' '.repeat(width - needed);
  let shown = '';
  let used = 1;
  for (const { segment } of letters.segment(text)) {
    const next = used + widthOf(segment);
    if (next > width) break;
    shown += segment;
    used = next;
  }
  return `${shown}…${' '.repeat(width - used)}`;
}
