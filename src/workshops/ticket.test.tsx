import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadContent } from '../content/load.ts';
import { Ticket } from './components/Ticket.tsx';
import { availabilityIn } from './phases.ts';

const content = loadContent();

test.each([
  ['offers seats and a calendar file', 'upcoming', {}, true],
  ['of a cancelled workshop offers neither', 'upcoming', { cancelled: true }, false],
  ['of a workshop whose page has turned offers neither', 'over', { afterwards: 'turn' }, false],
] as const)('the ticket %s', (_, phase, change, isOffered) => {
  const workshop = { ...content.workshops[0]!, ...change };
  const ticket = renderToStaticMarkup(<Ticket workshop={workshop} availability={availabilityIn(phase, workshop, content)} />);
  expect(ticket).toContain(workshop.price);
  expect([ticket.includes(workshop.seats), ticket.includes('Add to calendar')]).toEqual([isOffered, isOffered]);
});
