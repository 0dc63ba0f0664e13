/** What turns the direction of writing, breaks lines or is not seen at all. */
const tricks = '\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';
const acting = new RegExp(`[\\p{Cc}${tricks}]`, 'gu');
const actingInJson = new RegExp(`[\\u007f-\\u009f${tricks}]`, 'gu');

const escape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text in one line that is safe to print: what a terminal would act upon (C0, C1, ECMA-48) is shown as its code, a line break as ⏎. */
export function visible(text: string): string {
  return text.replaceAll(/\r?\n/gu, '⏎').replaceAll(acting, escape);
}

/** JSON that is safe to print and means the same; JSON.stringify itself leaves DEL, C1 and the turns of direction as they are. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(actingInJson, escape);
}
