/** An edit that cannot be made. Its message says why, to the editor. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}
