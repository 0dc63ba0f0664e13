import type { FastifyReply, FastifyRequest } from 'fastify';
import { messagePage } from './message-page.ts';

const lostPage = messagePage('This page does not exist', '<p>The desk has nothing at this address. <a href="/">Go to the desk</a></p>');

/** Returns whether a person opens an address that the desk does not have. */
export const isLostVisit = ({ is404, method, headers }: FastifyRequest): boolean =>
  is404 && method === 'GET' && (headers.accept ?? '').includes('text/html');

/** Says that an address does not exist: to a person with a link to the desk, to a program as JSON. */
export const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  isLostVisit(request) ? reply.code(404).headers(lostPage.headers).send(lostPage.body) : reply.code(404).send({ message: 'Not found' });
