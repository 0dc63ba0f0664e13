import { expect, it } from 'vitest';
import { groupSimilar } from './similarity.ts';

it.each([
  ['franchisee', 'franchisees'],
  ['territory', 'territories'],
  ['price', 'pricing'],
  ['hire', 'hired'],
])('questions that have only "%s" and "%s" in common are similar', (one, other) => {
  const questions = [`How large is your ${one}?`, `Who pays for ${other}?`];
  expect(groupSimilar(questions, (question) => question)).toEqual([questions]);
});

it('questions that have no word of meaning in common are not similar', () => {
  const questions = ['When should we raise the price?', 'What should we pay for a prize?'];
  expect(groupSimilar(questions, (question) => question)).toEqual(questions.map((question) => [question]));
});
