import { setImmediate as nextTurn } from 'node:timers/promises';
import { stemmer } from 'stemmer';

/** Words that do not show what a question is about. */
const stopWords = new Set(
  'a about after all am an and any are as at be been before but by can could did do does for from get had has have how i if in into is it its just me more most my no not of on one or our out should so some than that the their them then there these they this to too up us was we what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** The share of words that two questions must have in common to count as similar. */
const threshold = 0.25;

/**
 * How many words of a question count, the first ones. Anybody can send questions: without a limit, a few hundred long ones would take a
 * processor for minutes, and several thousand all of the memory.
 */
const maxWords = 100;

/** Returns the words that a question is about, by their stems (Porter's algorithm), so that "territories" matches "territory". */
function wordsOf(text: string): Set<string> {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)).difference(stopWords);
  return new Set(Array.from(words.values().take(maxWords), (word) => stemmer(word)));
}

/**
 * How many questions are compared, the first ones; each further one is a group of its own. Comparing takes as long as the square of their
 * number: 50,000 questions would keep a processor busy for minutes, with each visit of the tab.
 */
const maxCompared = 2000;

/** A question that is in a group already. */
interface Grouped {
  group: number;
  /** The number of its words. */
  size: number;
}

/** Finds the questions that have words in common with another one. Looking up each word is faster than comparing each two questions. */
function createIndex() {
  const questions: Grouped[] = [];
  /** The indexes of the questions that have a word. */
  const withWord = new Map<string, number[]>();
  return {
    add(words: Set<string>, group: number): void {
      for (const word of words) {
        const indexes = withWord.get(word);
        if (indexes) indexes.push(questions.length);
        else withWord.set(word, [questions.length]);
      }
      questions.push({ group, size: words.size });
    },
    /** Returns the first group with a question that is similar by the Jaccard index: the size of the intersection over that of the union. */
    findGroup(words: Set<string>): number | undefined {
      const common = new Uint8Array(questions.length);
      for (const word of words) for (const index of withWord.get(word) ?? []) common[index]! += 1;
      const isSimilar = ({ size }: Grouped, index: number) =>
        common[index]! > 0 && common[index]! / (size + words.size - common[index]!) >= threshold;
      const groups = questions.filter(isSimilar).map(({ group }) => group);
      return groups.length > 0 ? groups.reduce((first, group) => Math.min(first, group)) : undefined;
    },
  };
}

/**
 * Groups items by the similarity of their text, the largest group first. Within a group the order stays. Other work of the process has its
 * turn between two items.
 */
export async function groupSimilar<Item>(items: Item[], textOf: (item: Item) => string): Promise<Item[][]> {
  const groups: Item[][] = [];
  const index = createIndex();
  for (const item of items.slice(0, maxCompared)) {
    const words = wordsOf(textOf(item));
    const group = index.findGroup(words) ?? groups.push([]) - 1;
    groups[group]!.push(item);
    index.add(words, group);
    await nextTurn();
  }
  const others = items.slice(maxCompared).map((item) => [item]);
  return [...groups.toSorted((a, b) => b.length - a.length), ...others];
}
