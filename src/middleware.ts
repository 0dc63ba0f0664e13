import { defineMiddleware } from 'astro:middleware';

/** The server hands each request what it needs (src/server/front.ts). The editing server has no front: there it is made here, once. */
export const onRequest = defineMiddleware(async ({ locals }, next) => {
  if (import.meta.env.DEV) Object.assign(locals, await (await import('./server/editing-locals.ts')).editingLocals);
  return next();
});
