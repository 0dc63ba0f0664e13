import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentValue } from '../../../editing/edits.ts';
import { fieldAt, type EditableField } from '../../../editing/fields.ts';
import { maxPictureBytes, pictureTooLarge } from '../../../editing/picture-limit.ts';
import { prepareUpload } from '../../../editing/pictures.ts';
import type { Editing, Editor } from '../../../editing/editing.ts';
import type { Release } from '../../../editing/release-history.ts';
import { fileText } from '../../../editing/content-files.ts';
import { helpFor } from '../../../content/yaml-document.ts';
import { Refused } from '../../../refused.ts';

export type DraftState = ReturnType<typeof stateOf>;

/** A publish in the history, without the bytes of its files. */
export type HistoryEntry = Omit<Release, 'files'>;

export interface PlaceValue extends EditableField {
  value: unknown;
  /** What to say beside it: the comment above it in its file, unless the schema has words for the desk. */
  help: string;
}

const place = z.object({ file: z.string(), pointer: z.string() });
const valueBody = place.extend({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), before: z.unknown() });
/** `before`: the list that the editor saw; without it, nothing is compared. */
const itemBody = place.extend({ index: z.int().min(0), before: z.array(z.unknown()).optional() });
const listChangeBody = z.union([
  itemBody.extend({ action: z.enum(['add', 'remove']) }),
  itemBody.extend({ action: z.literal('move'), to: z.int().min(0) }),
]);
const newPageBody = z.object({
  kind: z.enum(['retreat', 'workshop']),
  slug: z.string(),
  from: z.string(),
  name: z.string().trim().min(1, 'Write a name').optional(),
  day: z.iso.date('Choose a valid day').optional(),
});
/** The version of the draft that the editor saw; without it, nothing is compared. */
const undoBody = z.object({ version: z.string().optional() });
const publishBody = z.object({
  resolved: z.array(place.extend({ keep: z.enum(['mine', 'theirs']) })).default([]),
  seen: z.string().optional(),
});
const pixel = z.coerce.number().min(0);
/** `before`: the address of the picture that the editor saw; without it, nothing is compared. */
const pictureQuery = place.extend({
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

/** On loopback the desk knows no names. */
export const editorOf = ({ organizer }: FastifyRequest): Editor =>
  organizer ? { id: organizer.id, name: organizer.name } : { id: 'local', name: 'Organizer on the server' };

/** Returns the state of a draft. */
function stateOf({ inspect }: Editing, editor: Editor) {
  const { findings, ...state } = inspect(editor);
  return {
    ...state,
    /** What prevents publishing. */
    findings: findings.filter(({ severity }) => severity === 'error'),
    /** What is to be settled before the site goes public. */
    launch: findings.filter(({ severity }) => severity === 'warning'),
  };
}

/** What an organizer changes on the pages: the draft, and what is published of it. */
export function pageRoutes(app: FastifyInstance, editing: Editing): void {
  draftRoutes(app, editing);
  pictureRoute(app, editing);
  publishRoutes(app, editing);
}

/** The draft, its values, and the changes of it that are JSON. */
function draftRoutes(app: FastifyInstance, editing: Editing): void {
  const { drafts } = editing;
  app.get('/api/pages', (request) => stateOf(editing, editorOf(request)));

  app.get('/api/pages/value', (request, reply): PlaceValue | void => {
    const { file, pointer } = place.parse(request.query);
    const { texts } = drafts.refresh(editorOf(request).id);
    const field = fieldAt(file, pointer);
    if (!field) return reply.callNotFound();
    return { help: helpFor(fileText(texts, file), pointer), ...field, value: currentValue(texts, { file, pointer }) };
  });

  /** Returns a handler that changes the draft of the editor, and responds with its new state. */
  const changing = (change: (editor: string, body: unknown) => void) => (request: FastifyRequest) => {
    const editor = editorOf(request);
    change(editor.id, request.body);
    return stateOf(editing, editor);
  };
  app.put(
    '/api/pages/value',
    changing((editor, body) => {
      const { value, before, ...at } = valueBody.parse(body);
      drafts.setValue(editor, at, { before, after: value });
    }),
  );
  app.post(
    '/api/pages/list-items',
    changing((editor, body) => {
      const { file, pointer, before, ...change } = listChangeBody.parse(body);
      drafts.changeList(editor, { file, pointer }, change, before);
    }),
  );
  app.post(
    '/api/pages/new',
    changing((editor, body) => drafts.create(editor, newPageBody.parse(body))),
  );
  app.post(
    '/api/pages/undo-change',
    changing((editor, body) => drafts.undoLastChange(editor, undoBody.parse(body).version)),
  );
}

/** A picture that is uploaded to the draft. Only this address accepts pictures. */
function pictureRoute(app: FastifyInstance, editing: Editing): void {
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
      const { id } = editor;
      const change = { alt, seen: before };
      // First: to decode a picture takes long.
      drafts.assertTakesPicture(id, { file, pointer }, change);
      // Fastify does not parse a body without bytes.
      const picture = await prepareUpload((request.body as Buffer | undefined) ?? Buffer.alloc(0), crop);
      const src = drafts.setPicture(id, { file, pointer }, picture, change);
      return { ...stateOf(editing, editor), src };
    });
    done();
  });
}

/** Publishing the draft, undoing the last publish, and the history. */
function publishRoutes(app: FastifyInstance, editing: Editing): void {
  app.get('/api/pages/changes', (request) => editing.reviewChanges(editorOf(request)));
  app.get('/api/pages/publish', () => editing.readProgress());
  app.post('/api/pages/publish', async (request, reply) => {
    const { resolved, seen } = publishBody.parse(request.body ?? {});
    await editing.publish(editorOf(request), { choices: resolved, seen });
    return reply.code(202).send(editing.readProgress());
  });
  app.get('/api/pages/undo-publish', () => editing.reviewUndo());
  app.post('/api/pages/undo-publish', async (request, reply) => {
    const { seen } = publishBody.parse(request.body ?? {});
    await editing.undo(editorOf(request), { seen });
    return reply.code(202).send(editing.readProgress());
  });
  app.get('/api/pages/history', (): HistoryEntry[] => editing.releases.list().map(({ files: _files, ...release }) => release));
}
