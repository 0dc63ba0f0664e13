import { formatDay } from '../content/format.ts';

/** Says that the address of a workshop's video call is missing, without the end of the sentence: it says where to store the address. */
export const missingAddressText = ({ title, on }: { title: string; on: string }) =>
  `The workshop “${title}” is on ${formatDay(on)}, and the address of its video call is missing`;

/** Says where the links of founders lead after the stored address of the video call was removed. `isInFile`: the workshop's file has one. */
export const removedLinkText = (isInFile: boolean): string =>
  isInFile
    ? 'Every founder’s link leads to the address in the workshop’s file now; anyone with access to the content folder can read that file.'
    : 'Founders who open their link will be asked to wait.';
