import { isMap, parseDocument, type Pair, type YAMLMap } from 'yaml';

/** The text of a YAML file, changed field by field. Everything else, comments and quotation marks too, stays byte for byte. */
export class YamlText {
  #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** Empties a field, and leaves a comment in place of its value. Does nothing if there is no such field. */
  empty(field: string, comment: string): this {
    return this.#write(field, `# ${comment}`);
  }

  /** Gives a field a value. Does nothing if there is no such field. */
  set(field: string, value: string): this {
    return this.#write(field, value);
  }

  /** Gives a top-level field a value; if there is none, adds it before the first field. */
  setOrAdd(field: string, value: string): this {
    if (this.#find(field)) return this.set(field, value);
    const first = (parseDocument(this.#text).contents as YAMLMap<{ range: [number, number, number] }>).items[0]!.key.range[0];
    return this.#replace(first, first, `${field}: ${value}\n`);
  }

  /** Removes a field with all of its lines; with `comment`, the lines of comment right above it as well. */
  remove(field: string, { comment = false } = {}): this {
    const found = this.#find(field);
    if (!found) return this;
    let from = this.#text.lastIndexOf('\n', found.keyAt - 1) + 1;
    if (comment) while (/^\s*#/u.test(this.#lineBefore(from))) from -= this.#lineBefore(from).length;
    const lineEnd = this.#text.indexOf('\n', found.valueEnd);
    return this.#replace(from, lineEnd === -1 ? this.#text.length : lineEnd + 1, '');
  }

  #lineBefore(offset: number): string {
    return this.#text.slice(this.#text.lastIndexOf('\n', offset - 2) + 1, offset);
  }

  #write(field: string, value: string): this {
    const found = this.#find(field);
    return found ? this.#replace(found.valueAt, found.valueEnd, value) : this;
  }

  #replace(from: number, to: number, text: string): this {
    this.#text = this.#text.slice(0, from) + text + this.#text.slice(to);
    return this;
  }

  #find(field: string): { keyAt: number; valueAt: number; valueEnd: number } | undefined {
    const names = field.split('.');
    const document = parseDocument(this.#text);
    const group: unknown = names.length > 1 ? document.getIn(names.slice(0, -1), true) : document.contents;
    if (!isMap(group)) return undefined;
    const pair = group.items.find(({ key }) => String(key) === names.at(-1)) as Pair<Ranged, Ranged> | undefined;
    if (!pair?.value) return undefined;
    return { keyAt: pair.key.range[0], valueAt: pair.value.range[0], valueEnd: pair.value.range[1] };
  }
}

interface Ranged {
  /** The offsets where it begins, where its value ends, and where the text that belongs to it ends. */
  range: [number, number, number];
}
