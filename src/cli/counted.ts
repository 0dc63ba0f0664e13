/** For example `1 submission`, `2,000 submissions`. `things`: where more of them are called otherwise. */
export function counted(number: number, thing: string, things = `${thing}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? thing : things}`;
}
