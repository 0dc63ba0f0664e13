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

/** Puts identical questions together, in the order in which they were first asked, each with everyone who asked it. */
export function identicalQuestions<Item extends Asked>(group: Item[]): { question: string; askers: Item[] }[] {
  return [...Map.groupBy(group, keyOf).values()].map((askers) => ({ question: askers[0]!.question, askers }));
}
