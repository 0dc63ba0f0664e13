const unbroken =
  /((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?\b|\b\d{1,2}:\d{2} [ap]m\b|\b[Cc]heck-(?:in|out)\b)/u;

/**
 * Returns the parts of a text in their order. A line must not end within a date, which is a month and a day, with the year if there is one:
 * "October 20, 2025". Nor may it end within a time such as "11:00 am", or at the hyphen of "check-in" and "check-out".
 */
export const unbrokenParts = (text: string): { text: string; isUnbroken: boolean }[] =>
  text.split(unbroken).map((part, index) => ({ text: part, isUnbroken: index % 2 === 1 }));
