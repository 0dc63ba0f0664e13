import { Refused } from '../refused.ts';
import type { ValuePath } from './schema-path.ts';

/** Returns the path that a JSON pointer names (RFC 6901), for example `/sessions/2/title`. Throws Refused. */
export function pathOf(pointer: string): ValuePath {
  if (!pointer.startsWith('/')) throw new Refused(`“${pointer}” does not point to a text; reload the page and try again.`);
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => {
      if (['__proto__', 'constructor', 'prototype'].includes(part))
        throw new Refused(`“${part}” is not a field; reload the page and try again.`);
      return /^(?:0|[1-9]\d*)$/u.test(part) ? Number(part) : part;
    });
}

/** Returns the JSON pointer of a path. */
export const pointerOf = (path: ValuePath): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
