import { formatDay } from '../content/format.ts';

/** Says that the address of a workshop's video call is missing, without the end of the sentence: it says where to store the address. */
export const missingAddressText = ({ title, on }: { title: string; on: string }) =>
  `The workshop “${title}” is on ${formatDay(on)}, and the address of its video call is missing`;
