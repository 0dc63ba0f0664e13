/** Words of a company's name that are not part of the brand. */
const legalWords =
  /\b(?:the|inc|incorporated|llc|ltd|limited|co|company|corp|corporation|group|holdings|franchise|franchises|franchising|brands?)\b/gu;

/** Returns the same key for two spellings of one brand: "The Crumb Co., LLC" and "CRUMB". It is empty only if the brand is. */
export function brandKey(brand: string): string {
  const plain = brand
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll('&', ' and ');
  return lettersOf(plain.replaceAll(legalWords, ' ')) || lettersOf(plain);
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
