import { InvalidArgumentError } from 'commander';

/**
 * Returns a text that has a character. A script has an empty one from a variable that is not set, and an error about a file or an address
 * would then name nothing. Throws InvalidArgumentError.
 */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** Throws InvalidArgumentError. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError('Write a whole number, 1 or higher.');
  return Number(text);
}
