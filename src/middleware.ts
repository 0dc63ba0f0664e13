import { defineMiddleware } from 'astro:middleware';
import { loadContent } from './content/load.ts';

/** The server's front opens the doors and hands each page what it needs (src/http/front.ts). The editing server has no front: there it is done here. */
export const onRequest = defineMiddleware(async ({ request, locals, isPrerendered }, next) => {
  if (!import.meta.env.DEV || isPrerendered) return next();
  const { answerWhileEditing } = await import('./app/editing.ts');
  const answer = await answerWhileEditing(request);
  if (answer?.show === 'redirect') return new Response(null, { status: 303, headers: { location: answer.location } });
  if (answer?.show === 'file') return new Response(answer.body, { headers: { 'content-type': answer.type } });
  if (answer?.show === 'problem')
    return new Response(`The page of this status is at /problems/${answer.status}\n`, { status: answer.status });
  if (answer) Object.assign(locals, { content: loadContent(), view: answer.view, status: answer.status });
  return answer?.page ? next(answer.page) : next();
});
