import type { Content } from '../../../src/content/content.ts';
import type { Finding, rules } from '../../../src/content/rules.ts';

export interface Example {
  /** Makes the real content break the rule, and nothing else. */
  spoil: (content: Content) => void;
  finds: [field: string, message: string | RegExp, severity?: Finding['severity']];
  /** Makes the real content keep the rule, where it does not yet or in an uncommon way. */
  mend?: (content: Content) => void;
  now?: Date;
}

export type Examples<Names extends keyof typeof rules> = Record<Names, Example[]>;

/** The first of a list that is not empty. */
export const first = <Item>(items: Item[]): Item => items[0]!;

/** The one workshop there is. */
export const workshop = (content: Content) => first(content.workshops);
