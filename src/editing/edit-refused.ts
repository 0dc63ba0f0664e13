/** An edit, upload, preview or publish that cannot be done. Its message says why, to the editor. */
export class EditRefused extends Error {
  override name = 'EditRefused';
}

/** A publish that began to replace the content and the build, and could not complete it. Its message says why, to the editor. */
export class PublishIncomplete extends EditRefused {
  override name = 'PublishIncomplete';
}
