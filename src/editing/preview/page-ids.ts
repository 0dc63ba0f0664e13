import type { Phase } from '../../content/schedule.ts';

/** Returns the id of the page of a retreat in one of its phases, or of its archive. */
export const retreatPageId = (slug: string, phase: string): string => `retreat-${slug}-${phase}`;

/** Returns the id of the page of a workshop in one of its phases. */
export const workshopPageId = (slug: string, phase: Phase): string => `workshop-${slug}-${phase}`;
