import type { Phase } from '../../content/workshop-schedule.ts';

/** Returns the id of the page of a retreat in one of its phases, or of its archive. */
export const retreatPageId = (slug: string, phase: string): string => `retreat-${slug}-${phase}`;

/** The titles of the pages of a workshop, by its phase. */
export const workshopPageTitles: Record<Phase, string> = {
  upcoming: 'The workshop',
  underway: 'The workshop while it takes place',
  over: 'The workshop when it is over',
};

export const workshopPhases = Object.keys(workshopPageTitles) as Phase[];

/** Returns the id of the page of a workshop in one of its phases. */
export const workshopPageId = (slug: string, phase: Phase): string => `workshop-${slug}-${phase}`;
