import type { Content } from '../../../src/content/content.ts';
import type { contentChecks } from '../../../src/content/check-content.ts';
import type { Finding } from '../../../src/content/checks/fields.ts';

interface Example {
  /** Makes the real content fail the check, and no other. */
  spoil: (content: Content) => void;
  finds: [field: string, message: string | RegExp, severity?: Finding['severity']];
  /** Makes the real content pass the check, where it does not yet, or in an uncommon way. */
  fix?: (content: Content) => void;
  now?: Date;
}

export type Examples<Names extends keyof typeof contentChecks> = Record<Names, Example[]>;

/** The first of a list that is not empty. */
export const first = <Item>(items: Item[]): Item => items[0]!;

/** The one workshop there is. */
export const workshop = (content: Content) => first(content.workshops);

/** The one retreat there is. */
export const retreat = (content: Content) => first(content.retreats);
