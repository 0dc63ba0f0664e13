import { first, type Examples } from './example.ts';

/** What an editor may get wrong about facts told twice. */
export const facts: Examples<'repeatedFacts' | 'capacityWords'> = {
  repeatedFacts: [
    {
      spoil: ({ retreat }) => void (retreat.facts.callToAction = 'Join the Founder House Waitlist for Spring\u00a02027'),
      finds: ['callToAction', 'it says Spring 2027, but the season is Spring 2026'],
    },
    {
      spoil: ({ retreat }) => void (first(retreat.ticket.includes).title = 'Four nights of accommodation'),
      finds: ['includes[1].title', 'it says Four nights, but the retreat has 3 nights'],
    },
    {
      spoil: ({ retreat }) => void (first(retreat.hero.facts), (retreat.hero.facts[0] = 'Two days, three nights')),
      finds: ['facts[1]', 'it says Two days, but the retreat has 3 days'],
    },
    {
      spoil: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).length = '4-day retreat experience'),
      finds: ['about.pathways[1].length', 'it says 4-day, but the retreat has 3 days'],
    },
    {
      spoil: ({ retreat }) => void (retreat.whoItsFor.text[0] = 'For franchisors with fewer than 300\u00a0units.'),
      finds: ['text[1]', 'it says fewer than 300 units, but unitsBelow is 250'],
    },
    {
      spoil: ({ retreat }) => void (retreat.ticket.price.note = '$4,500 per person, in three parts.'),
      finds: ['price.note', "it says $4,500, but the ticket's price is 4900"],
      mend: ({ retreat }) => void (retreat.ticket.price.note = '4,900 dollars per person, or three payments of $1,700.'),
    },
    {
      spoil: ({ retreat }) => void (retreat.letter.paragraphs[0] = 'For five days and three nights.'),
      finds: ['paragraphs[1]', 'it says five days, but the retreat has 3 days'],
      mend: ({ retreat }) => void (retreat.letter.paragraphs[0] = 'We answer within five days. Few days and many nights pass.'),
    },
  ],
  capacityWords: [
    {
      spoil: ({ retreat }) => void (retreat.facts.capacity = 12),
      finds: ['capacityText', 'it says 10, but the capacity is 12'],
    },
    {
      spoil: ({ retreat }) => void (retreat.hero.capacity.text = 'Ten seats.'),
      finds: ['capacity.text', 'it differs from capacityText in content/retreat/facts.yaml; use the same sentence'],
    },
  ],
};
