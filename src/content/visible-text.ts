/** Returns the part of a text that shows: without white space, format characters such as zero-width ones, and invisible letters. */
export const visiblePart = (text: string): string => text.replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, '');
