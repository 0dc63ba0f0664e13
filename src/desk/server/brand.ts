/** What a company's name has besides the brand. */
const legal =
  /\b(?:the|inc|incorporated|llc|ltd|limited|co|company|corp|corporation|group|holdings|franchise|franchises|franchising|brands?)\b/gu;

/** The same for two spellings of one brand: "The Crumb Co., LLC" and "CRUMB". Never empty where something is written. */
export function brandKey(brand: string): string {
  const plain = brand
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll('&', ' and ');
  return lettersOf(plain.replaceAll(legal, ' ')) || lettersOf(plain);
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
