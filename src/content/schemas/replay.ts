import { z } from 'zod';
import { paragraphs, pictureEndings, pictureEndingsText, uploadPattern } from './parts.ts';

/** A file in content/uploads with one of these endings, as its address on the site. */
const upload = (endings: string, message: string) => z.string(message).regex(new RegExp(`^${uploadPattern(endings)}$`, 'u'), message);

/** Matches the address of a video on another site. */
const videoUrl = String.raw`https://[\w-][^\s"'<>;,]*`;

const videoMessage =
  'name the video: a file in content/uploads, for example /uploads/replays/talk.mp4, or its full address, starting with https://';

/**
 * The video of a workshop, shown on its page once it is over. Founders who cannot hear or cannot watch it get the same: captions and
 * transcript are required.
 */
export const replay = z.strictObject({
  video: z.string(videoMessage).regex(new RegExp(`^(?:${uploadPattern('mp4|webm')}|${videoUrl})$`, 'u'), videoMessage),
  captions: upload('vtt', 'name the captions, a WebVTT file in content/uploads, for example /uploads/replays/talk.vtt'),
  transcript: paragraphs('the transcript'),
  /** The picture that is shown before the video plays. */
  poster: upload(
    pictureEndings,
    `name a picture in content/uploads that ends in ${pictureEndingsText}, for example /uploads/replays/talk.jpg`,
  ).optional(),
});

export type ReplayContent = z.infer<typeof replay>;
