import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;
const threadsFolder = '/proc/self/task';

/**
 * Lowers the priority of this process below that of the site: on a busy machine a visitor waits for a page, and the organizer can wait
 * longer. On Linux each thread has its own priority, which a later thread inherits, so those that run already are lowered too. A process may
 * only lower its priority.
 */
export function lowerPriority(): void {
  const ids = existsSync(threadsFolder) ? readdirSync(threadsFolder).map(Number) : [0];
  for (const id of ids) lower(id);
}

function lower(id: number): void {
  try {
    if (getPriority(id) < PRIORITY_BELOW_NORMAL) setPriority(id, PRIORITY_BELOW_NORMAL);
  } catch (error) {
    // The thread has ended in the meantime.
    if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
  }
}
