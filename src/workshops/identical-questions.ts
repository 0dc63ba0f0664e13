interface Asked {
  question: string;
}

/** Two questions are the same if only case, white space and the punctuation at the end differ. */
const keyOf = ({ question }: Asked) =>
  question
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[\s?!.…]+$/u, '');

/** A question, and everyone who asked it. */
export interface IdenticalQuestions<Item extends Asked> {
  question: string;
  askers: Item[];
}

/** Puts identical questions together, in the order in which they were first asked. */
export function identicalQuestions<Item extends Asked>(group: Item[]): IdenticalQuestions<Item>[] {
  return [...Map.groupBy(group, keyOf).values()].map((askers) => ({ question: askers[0]!.question, askers }));
}
