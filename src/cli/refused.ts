/** What the command will not do, in words for the one who asked: exit code 1, no stack. */
export class Refused extends Error {
  override name = 'Refused';
}
