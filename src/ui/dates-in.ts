const date =
  /((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?)\b/u;

/** Returns the parts of a text in their order. A date is a month and a day, with the year if there is one: "October 20, 2025". */
export const datesIn = (text: string): { text: string; isDate: boolean }[] =>
  text.split(date).map((part, index) => ({ text: part, isDate: index % 2 === 1 }));
