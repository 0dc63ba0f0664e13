import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { loadContent } from '../content/load.ts';
import { Ticket } from './components/Ticket.tsx';
import { availabilityIn } from './phases.ts';

const content = loadContent();

test.each([
  ['offers seats and a calendar file', false, true],
  ['of a cancelled workshop offers neither', true, false],
])('the ticket %s', (_, cancelled, isOffered) => {
  const workshop = { ...content.workshops[0]!, cancelled };
  const ticket = renderToStaticMarkup(<Ticket workshop={workshop} availability={availabilityIn('upcoming', workshop, content)} />);
  expect(ticket).toContain(workshop.price);
  expect([ticket.includes(workshop.seats), ticket.includes('Add to calendar')]).toEqual([isOffered, isOffered]);
});
