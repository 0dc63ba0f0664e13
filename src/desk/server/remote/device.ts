const browsers = [
  [/Edg/u, 'Edge'],
  [/OPR/u, 'Opera'],
  [/Firefox|FxiOS/u, 'Firefox'],
  [/Chrome|CriOS/u, 'Chrome'],
  [/Safari/u, 'Safari'],
] as const;

const systems = [
  [/iPhone/u, 'iPhone'],
  [/iPad/u, 'iPad'],
  [/Android/u, 'Android'],
  [/Windows/u, 'Windows'],
  [/Mac OS/u, 'Mac'],
  [/Linux/u, 'Linux'],
] as const;

/** Returns what a User-Agent header claims, in words by which an organizer recognizes a device: "Safari on iPhone". */
export function deviceOf(userAgent = ''): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}
