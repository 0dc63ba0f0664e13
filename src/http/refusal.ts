/** The answers that show no form again. Each has a page of its own. */
export type RefusalStatus = 400 | 403 | 404 | 410 | 413 | 415 | 500;

/** A post that is not taken, for a reason that no field can mend. */
export class Refusal extends Error {
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, options?: ErrorOptions) {
    super(`refused with status ${status}`, options);
    this.name = 'Refusal';
    this.status = status;
  }
}
