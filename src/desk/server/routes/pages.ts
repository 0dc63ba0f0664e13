import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentValue } from '../../../editing/edits.ts';
import { fieldAt, type EditableField } from '../../../editing/fields.ts';
import type { Editing, Editor } from '../../../editing/editing.ts';
import { fileText } from '../../../editing/content-files.ts';
import { helpFor } from '../../../content/yaml-document.ts';
import type { DeskContext } from '../context.ts';

export type DraftState = ReturnType<typeof draftStateOf>;

export interface PlaceValue extends EditableField {
  value: unknown;
  /** What to say beside it: the comment above it in its file, unless the schema has words for the desk. */
  help: string;
}

export const placeSchema = z.object({ file: z.string(), pointer: z.string() });
const valueBody = placeSchema.extend({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), before: z.unknown() });
/** `before`: the list that the editor saw; without it, nothing is compared. */
const itemBody = placeSchema.extend({ index: z.int().min(0), before: z.array(z.unknown()).optional() });
const listChangeBody = z.union([
  itemBody.extend({ action: z.enum(['add', 'remove']) }),
  itemBody.extend({ action: z.literal('move'), to: z.int().min(0) }),
]);
const newPageBody = z.object({
  kind: z.enum(['retreat', 'workshop']),
  slug: z.string(),
  from: z.string(),
  name: z.string().trim().min(1, 'Enter a name').optional(),
  day: z.iso.date('Choose a valid day').optional(),
});
/** The version of the draft that the editor saw; without it, nothing is compared. */
const undoBody = z.object({ version: z.string().optional() });

/** Returns the editor who makes a request. On loopback the desk knows no names. */
export const editorOf = ({ organizer }: FastifyRequest): Editor =>
  organizer ? { id: organizer.id, name: organizer.name } : { id: 'local', name: 'Organizer on the server' };

/** Returns the state of a draft. */
export function draftStateOf({ inspect }: Editing, editor: Editor) {
  const { findings, ...state } = inspect(editor);
  return {
    ...state,
    /** What prevents publishing. */
    findings: findings.filter(({ severity }) => severity === 'error'),
    /** What is to be settled before the site goes public. */
    launch: findings.filter(({ severity }) => severity === 'warning'),
  };
}

/** The draft, its values, and the changes of it that are JSON. */
export function draftRoutes(app: FastifyInstance, { editing }: DeskContext): void {
  const { drafts } = editing;
  app.get('/api/pages', (request) => draftStateOf(editing, editorOf(request)));

  app.get('/api/pages/value', (request, reply): PlaceValue | void => {
    const { file, pointer } = placeSchema.parse(request.query);
    const { texts } = drafts.refresh(editorOf(request).id);
    const field = fieldAt(file, pointer);
    if (!field) return reply.callNotFound();
    return { help: helpFor(fileText(texts, file), pointer), ...field, value: currentValue(texts, { file, pointer }) };
  });

  /** Returns a handler that changes the draft of the editor, and responds with its new state. */
  const changeDraft = (change: (editor: string, body: unknown) => void) => (request: FastifyRequest) => {
    const editor = editorOf(request);
    change(editor.id, request.body);
    return draftStateOf(editing, editor);
  };
  app.put(
    '/api/pages/value',
    changeDraft((editor, body) => {
      const { value, before, ...at } = valueBody.parse(body);
      drafts.setValue(editor, at, { before, after: value });
    }),
  );
  app.post(
    '/api/pages/list-items',
    changeDraft((editor, body) => {
      const { file, pointer, before, ...change } = listChangeBody.parse(body);
      drafts.changeList(editor, { file, pointer }, change, before);
    }),
  );
  app.post(
    '/api/pages/new',
    changeDraft((editor, body) => drafts.create(editor, newPageBody.parse(body))),
  );
  app.post(
    '/api/pages/undo-change',
    changeDraft((editor, body) => drafts.undoLastChange(editor, undoBody.parse(body).version)),
  );
}
