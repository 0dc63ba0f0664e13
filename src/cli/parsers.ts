import { InvalidArgumentError } from 'commander';

/**
 * Returns the text of an argument. Rejects an empty one, such as an unset variable of a script: an error about a file or an address would
 * then name nothing. Throws InvalidArgumentError.
 */
export function notEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Returns the whole number of an argument, which is at least 1. Throws InvalidArgumentError. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError('Enter a whole number, 1 or greater.');
  return Number(text);
}
