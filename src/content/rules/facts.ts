import type { Content } from '../content.ts';
import { allFields, retreatFile, texts } from './fields.ts';
import type { Finding, Rule } from './finding.ts';
import { numberOf } from './stated.ts';

type Check = { pattern: RegExp; fact: (content: Content) => string | number; message: (said: string, fact: string | number) => string };

/** Facts of the retreat that its texts may repeat, and how a text repeats them. */
const repeated: Check[] = [
  {
    pattern: /\b(Spring|Summer|Autumn|Fall|Winter) \d{4}\b/gu,
    fact: ({ retreat }) => retreat.facts.season,
    message: (said, fact) => `it says ${said}, but the season is ${fact}`,
  },
  {
    pattern: /\b(?<count>\w+) days(?= and \w+ nights|, \w+ nights)/giu,
    fact: ({ retreat }) => retreat.facts.days,
    message: (said, fact) => `it says ${said}, but the retreat has ${fact} days`,
  },
  {
    pattern: /(?<=days and |days, |^)(?<count>\w+) nights\b/giu,
    fact: ({ retreat }) => retreat.facts.nights,
    message: (said, fact) => `it says ${said}, but the retreat has ${fact} nights`,
  },
  {
    pattern: /\b(?<count>\w+)-day(?= retreat)/giu,
    fact: ({ retreat }) => retreat.facts.days,
    message: (said, fact) => `it says ${said}, but the retreat has ${fact} days`,
  },
  {
    pattern: /\bfewer than (?<count>[\d,]+) units/giu,
    fact: ({ retreat }) => retreat.facts.unitsBelow,
    message: (said, fact) => `it says ${said}, but unitsBelow is ${fact}`,
  },
  {
    pattern: /(?:\$ ?(?<sum>[\d,]+)|\b(?<count>[\d,]+) dollars)(?= per person| a person)/giu,
    fact: ({ retreat }) => retreat.ticket.price.amount,
    message: (said, fact) => `it says ${said}, but the ticket's price is ${fact}`,
  },
];

function saidOf({ 0: words, groups }: RegExpMatchArray): string | number {
  const count = groups?.['count'] ?? groups?.['sum'];
  return count === undefined ? words : numberOf(count);
}

/** A text that repeats a fact of the retreat and gets it wrong. */
export const repeatedFacts: Rule = (content) =>
  [...texts(allFields(content))].flatMap(({ file, field, text }) =>
    repeated.flatMap(({ pattern, fact, message }) =>
      [...text.matchAll(pattern)]
        .filter((match) => !Number.isNaN(saidOf(match)) && saidOf(match) !== fact(content))
        .map((match): Finding => ({ file, field, message: message(match[0], fact(content)), severity: 'launch' })),
    ),
  );

/** The sentence about the seats, which must tell the capacity, in both places alike. */
export const capacityWords: Rule = ({ retreat: { facts, hero } }) => {
  const counts = [...facts.capacityText.matchAll(/[\w,]+/gu)].map(([word]) => numberOf(word)).filter((count) => count > 1);
  const findings: Finding[] = [];
  if (counts.length > 0 && !counts.includes(facts.capacity)) {
    const message = `it says ${counts[0]}, but the capacity is ${facts.capacity}`;
    findings.push({ file: retreatFile('facts'), field: 'capacityText', message, severity: 'launch' });
  }
  if (hero.capacity.text !== facts.capacityText) {
    const message = `it differs from capacityText in ${retreatFile('facts')}; use the same sentence`;
    findings.push({ file: retreatFile('hero'), field: 'capacity.text', message, severity: 'launch' });
  }
  return findings;
};
