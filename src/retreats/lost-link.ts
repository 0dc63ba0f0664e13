import { paths } from '../paths.ts';
import type { LostLinkView } from './views.ts';
import type { Answer } from '../http/door.ts';

/** The page that sends a founder her link again; whoever comes with one that opens nothing sees it there and then. */
export const lostLink = (why: LostLinkView['why'], status: number): Answer => ({
  show: 'page',
  status,
  page: paths.lostLink,
  view: { lostLink: { why } },
});
