import { z } from 'zod';
import { paragraphs } from './parts.ts';

/** A file in content/uploads with one of these endings, as its address on the site. */
const upload = (endings: string, message: string) =>
  z.string(message).regex(new RegExp(`^/uploads(/[\\w-][\\w.-]*)+\\.(${endings})$`, 'u'), message);

const videoMessage =
  'name the video: a file in content/uploads, for example /uploads/replays/talk.mp4, or its whole address, from https:// on';

/**
 * The video of a workshop, shown on its page once it is over. Founders who cannot hear or cannot watch it get the same: captions and
 * transcript are required.
 */
export const replay = z.strictObject({
  video: z.string(videoMessage).regex(/^(\/uploads(\/[\w-][\w.-]*)+\.(mp4|webm)|https:\/\/[\w-][^\s"'<>;,]*)$/u, videoMessage),
  captions: upload('vtt', 'name the captions, a WebVTT file in content/uploads, for example /uploads/replays/talk.vtt'),
  transcript: paragraphs('the transcript'),
  /** The picture that is shown before the video plays. */
  poster: upload('svg|png|jpe?g|webp|avif', 'name a picture in content/uploads, for example /uploads/replays/talk.jpg').optional(),
});

export type ReplayContent = z.infer<typeof replay>;
