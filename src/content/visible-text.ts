/** Returns whether a text shows: whether it has more than white space, format characters such as zero-width ones, and invisible letters. */
export const isVisible = (text: string): boolean => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);

/** Control characters, except tabs and line breaks. */
export const controlButLayout = /[^\P{Cc}\t\n\r]/u;

/** What a person is told about a text with control characters, after "This". */
export const hasControlText = 'contains invisible control characters, perhaps from pasting; delete it and type it again';

/** Returns whether a text has characters that do not show. */
export const hasInvisible = (text: string): boolean => /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(text);
