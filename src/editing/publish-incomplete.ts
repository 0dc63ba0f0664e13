import { EditRefused } from '../content/edit-refused.ts';

/** A publish that began to replace the content and the build, and could not complete it. Its message says why, to the editor. */
export class PublishIncomplete extends EditRefused {
  override name = 'PublishIncomplete';
}
