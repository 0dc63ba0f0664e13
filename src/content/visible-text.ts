/** Returns whether a text shows: whether it has more than white space, format characters such as zero-width ones, and invisible letters. */
export const isVisible = (text: string): boolean => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);

/** Returns whether a text has characters that do not show. */
export const hasInvisible = (text: string): boolean => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);
