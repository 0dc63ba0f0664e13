/**
 * What was asked for cannot be done. The message tells the person who asked why, and what to do: the desk responds with status 409, and a
 * command ends with exit code 1 and without a stack. The work of a transaction throws it to roll the transaction back.
 */
export class Refused extends Error {
  override name = 'Refused';
}
