/**
 * The beginning of the notice for too many posts from one connection; what the visitor can do follows. Many people may share the
 * connection, so the text blames nobody.
 */
export const tooManyPosts =
  'We received a lot of forms from your connection within a minute, which can happen when many people share one. Everything you typed is still here';
