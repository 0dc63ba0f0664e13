import type { Post } from '../intake/post.ts';
import { readBody } from '../intake/read-body.ts';

/** The fields of a small form of our own pages. Throws a Refusal, as a submission's reading does. */
export async function readForm(post: Post): Promise<URLSearchParams> {
  return new URLSearchParams(Buffer.from(await readBody(post)).toString());
}
