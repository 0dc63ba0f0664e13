import { expect, it } from 'vitest';
import { groupSimilar } from './similarity.ts';

it.each([
  ['franchisee', 'franchisees'],
  ['territory', 'territories'],
  ['price', 'pricing'],
  ['hire', 'hired'],
])('questions that have only "%s" and "%s" in common are similar', async (one, other) => {
  const questions = [`How large is your ${one}?`, `Who pays for ${other}?`];
  expect(await groupSimilar(questions, (question) => question)).toEqual([questions]);
});

it('questions that have no word of meaning in common are not similar', async () => {
  const questions = ['When should we raise the price?', 'What should we pay for a prize?'];
  expect(await groupSimilar(questions, (question) => question)).toEqual(questions.map((question) => [question]));
});

it('attack: a thousand long questions without a common word are grouped without holding up other work of the process', async () => {
  const words = Array.from({ length: 1000 }, (_, number) => number.toString(36));
  const questions = Array.from({ length: 1000 }, (_, number) => words.map((word) => `${word}q${number}`).join(' '));
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  const groups = await groupSimilar(questions, (question) => question);
  clearInterval(counting);
  expect(groups.length).toBe(1000);
  expect(turns).toBeGreaterThan(10);
});

it('attack: of very many similar questions the first 2,000 are compared, and the others come last, each alone', async () => {
  const questions = Array.from({ length: 20_000 }, (_, number) => `What does a territory cost in year ${number}?`);
  const groups = await groupSimilar(questions, (question) => question);
  expect(groups.map(({ length }) => length)).toEqual([2000, ...Array<number>(18_000).fill(1)]);
  expect(groups.flat()).toEqual(questions);
});
