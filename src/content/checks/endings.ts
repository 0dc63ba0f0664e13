import { retreatEnding, workshopEnding } from '../endings.ts';
import { retreatFile, workshopFile, type ContentCheck } from './fields.ts';

/** The last retreat is over, or is within 60 days. */
export const lastRetreatEnds: ContentCheck = (content, { now }) => {
  const ending = retreatEnding(content, now);
  return ending ? [{ message: ending.message, inDesk: ending.inPages, file: retreatFile(ending, 'facts'), field: 'latest' }] : [];
};

/** The last workshop is over, or is within 60 days. */
export const lastWorkshopEnds: ContentCheck = (content, { now }) => {
  const ending = workshopEnding(content, now);
  return ending ? [{ message: ending.message, inDesk: ending.inPages, file: workshopFile(ending), field: 'on' }] : [];
};
