/** Loaded before the site: its clock starts at CLOCK_STARTS_AT (ISO 8601) and runs on from there. */
const offsetMs = Date.parse(process.env.CLOCK_STARTS_AT) - Date.now();
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...values) {
    if (values.length === 0) super(SystemDate.now() + offsetMs);
    else super(...values);
  }

  static now() {
    return SystemDate.now() + offsetMs;
  }
};
