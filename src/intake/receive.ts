import type { Content } from '../content/content.ts';
import { isRegistrationOpen } from '../content/schedule.ts';
import { formsOf } from '../forms/catalog.ts';
import { problemsIn } from '../forms/check.ts';
import type { FormDefinition, Problems, Values } from '../forms/definition.ts';
import type { Store } from '../store/store.ts';
import { isOwnOrigin } from './origin.ts';
import { readBody } from './read-body.ts';
import { readFields } from './read-fields.ts';
import { Refusal } from './refusal.ts';
import type { RefusalStatus } from './refusal.ts';

/** What a post gets (contract, section 4). A page shows it; nothing here speaks HTML. */
export type Outcome =
  | { kind: 'received'; form: FormDefinition }
  | { kind: 'again'; status: 422 | 503; form: FormDefinition; values: Values; problems: Problems; notice?: string }
  | { kind: 'refused'; status: RefusalStatus };

export interface Intake {
  /** Takes a post to a form's address. What goes wrong with it is an outcome, not an error. */
  receive(request: Request, formId: string): Promise<Outcome>;
}

/** What the intake stands on. `report` is told the cause of every 500 and 503, and nothing a visitor typed. */
export interface IntakeParts {
  siteUrl: string;
  content: Content;
  store: Pick<Store, 'record'>;
  now: () => Date;
  report: (error: unknown) => void;
}

const notSaved =
  'We could not save this just now; the fault is ours. Everything you typed is still here: please send it again in a minute.';

/** The one way from a post to a stored submission: guard, parse, one transaction, answer. */
export function createIntake(parts: IntakeParts): Intake {
  const forms = new Map(formsOf(parts.content).map((form) => [form.id, form]));
  const workshops = new Map(parts.content.workshops.map((workshop) => [workshop.form.id, workshop]));

  /** The steps that cost least come first. Throws a Refusal. */
  function guard(request: Request, formId: string): FormDefinition {
    if (!isOwnOrigin(request.headers.get('origin'), parts.siteUrl)) throw new Refusal(403);
    const form = forms.get(formId);
    if (!form) throw new Refusal(404);
    const workshop = workshops.get(formId);
    if (workshop && !isRegistrationOpen(workshop, parts.now())) throw new Refusal(410);
    return form;
  }

  async function take(request: Request, formId: string): Promise<Outcome> {
    const form = guard(request, formId);
    const read = readFields(await readBody(request), form);
    const problems = { ...problemsIn(form, read.values), ...read.problems };
    const answered = { form, values: { ...read.utm, ...read.values } };
    if (Object.keys(problems).length > 0) return { kind: 'again', status: 422, ...answered, problems };
    try {
      await parts.store.record({ form, values: read.values, utm: read.utm, receivedAt: parts.now() });
    } catch (error) {
      parts.report(error);
      return { kind: 'again', status: 503, ...answered, problems, notice: notSaved };
    }
    return { kind: 'received', form };
  }

  return {
    receive: (request, formId) =>
      take(request, formId).catch((error: unknown) => {
        if (error instanceof Refusal) return { kind: 'refused', status: error.status };
        parts.report(error);
        return { kind: 'refused', status: 500 };
      }),
  };
}
