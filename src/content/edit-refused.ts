/** An edit, upload, preview, publish, or new retreat or workshop that cannot be done. Its message says why, to the editor. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}
