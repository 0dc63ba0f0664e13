import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Characters that change the direction of writing, break lines or are invisible. */
const deceptive = '\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';
const unsafe = new RegExp(`[\\p{Cc}${deceptive}]`, 'gu');
const unsafeInJson = new RegExp(`[\\u007f-\\u009f${deceptive}]`, 'gu');
const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text on one line that is safe to print: what a terminal would act on (C0, C1, ECMA-48) is shown as its code, a line break as ⏎. */
export const visible = (text: string) => text.replaceAll(/\r?\n/gu, '⏎').replaceAll(unsafe, escape);

/** JSON that is safe to print and means the same. JSON.stringify leaves DEL, C1 and the direction marks as they are. */
export const visibleJson = (value: unknown) => JSON.stringify(value).replaceAll(unsafeInJson, escape);

/** A JSON array, one element at a time. */
export async function* jsonArray<Item>(items: AsyncIterable<Item>, format: (item: Item) => object): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield before + visibleJson(format(item));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** How many characters are written at once. A write for each line would take longer than formatting it. */
const chunkLength = 65_536;

export async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < chunkLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Prints lines as fast as they are read. */
export const printLines = (lines: AsyncIterable<string>, out: Writable) => pipeline(Readable.from(inChunks(lines)), out, { end: false });
