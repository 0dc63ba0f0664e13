/** An edit, upload, preview or publish that cannot be done. Its message says why, to the editor. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}
