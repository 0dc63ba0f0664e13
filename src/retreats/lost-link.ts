import type { FastifyReply } from 'fastify';
import { privatePage } from '../http/pages.ts';
import type { Pages } from '../http/pages.ts';
import { paths } from '../paths.ts';
import type { LostLinkView } from './views.ts';

/** Sends the page that mails a founder her link again. It is also the answer to a link that opens nothing (any more). */
export const sendLostLink = (pages: Pages, reply: FastifyReply, why: LostLinkView['why'], status: number): Promise<FastifyReply> =>
  pages.sendRendered(reply, paths.lostLink, { lostLink: { why } }, { status, headers: privatePage });
