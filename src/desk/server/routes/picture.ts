import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { maxPictureBytes, pictureTooLarge } from '../../../editing/picture-limit.ts';
import { prepareUpload } from '../../../editing/pictures.ts';
import { Refused } from '../../../refused.ts';
import type { DeskContext } from '../context.ts';
import { editorOf, placeSchema, draftStateOf } from './pages.ts';

const pixel = z.coerce.number().min(0);
/** `before`: the address of the picture that the editor saw; without it, nothing is compared. */
const pictureQuery = placeSchema.extend({
  before: z.string().optional(),
  alt: z.string().optional(),
  x: pixel.optional(),
  y: pixel.optional(),
  width: pixel.optional(),
  height: pixel.optional(),
});

/**
 * A little more than the limit of a picture: most pictures that are too large are read to the end, and the response
 * says why they are refused.
 */
const maxUploadBytes = maxPictureBytes + 1_000_000;

/** A picture that is uploaded to the draft. Only this address accepts pictures. */
export function pictureRoute(app: FastifyInstance, { editing }: DeskContext): void {
  const { drafts } = editing;
  app.register((pictures, _options, done) => {
    pictures.addContentTypeParser(/^image\//u, { parseAs: 'buffer', bodyLimit: maxUploadBytes }, (_request, body, parsed) =>
      parsed(null, body),
    );
    pictures.setErrorHandler((error: FastifyError) => {
      throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Refused(pictureTooLarge) : error;
    });
    pictures.post('/api/pages/picture', { bodyLimit: maxUploadBytes }, async (request) => {
      const { file, pointer, alt, before, x, y, width, height } = pictureQuery.parse(request.query);
      const crop = width && height ? { x: x ?? 0, y: y ?? 0, width, height } : undefined;
      const editor = editorOf(request);
      const change = { alt, before };
      // First: to decode a picture takes long.
      drafts.assertTakesPicture(editor.id, { file, pointer }, change);
      // Fastify does not parse a body without bytes.
      const picture = await prepareUpload((request.body as Buffer | undefined) ?? Buffer.alloc(0), crop);
      const src = drafts.setPicture(editor.id, { file, pointer }, picture, change);
      return { ...draftStateOf(editing, editor), src };
    });
    done();
  });
}
