import type { Content } from '../content/content.ts';
import type { RetreatContent } from '../content/schemas/retreat.ts';
import type { WorkshopContent } from '../content/schemas/workshop.ts';
import type { Field, FormDefinition, LabeledAnswer, Values } from './definition.ts';
import { personWires } from './person.ts';

/** The provider's names of the questions about what a founder would bring to the retreat and would like to leave with. */
export const bringWire = 'inf_custom_FounderHouseRetreatBringToTheTable';
export const leaveWithWire = 'inf_custom_FounderHouseRetreatLeaveWith';

/** The provider's name of the questions for the speaker. */
export const speakerQuestionsWire = 'inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions';

/** The sizes of a system that a founder can choose, the smallest first. */
export const systemSizes = [
  'Corporate Locations Only',
  '1-10 Units',
  '11-25 Units',
  '26-50 Units',
  '51-99 Units',
  '100-149 Units',
  '150+ Units',
];

/** The questions that both forms ask. The wire names are the marketing-automation provider's. */
const personFields: Field[] = [
  {
    kind: 'text',
    wire: personWires.firstName,
    label: 'First name',
    nameInMessages: 'your first name',
    required: true,
    max: 100,
    autocomplete: 'given-name',
  },
  {
    kind: 'text',
    wire: personWires.lastName,
    label: 'Last name',
    nameInMessages: 'your last name',
    required: true,
    max: 100,
    autocomplete: 'family-name',
  },
  {
    kind: 'email',
    wire: personWires.email,
    label: 'Email',
    nameInMessages: 'your email address',
    required: true,
    max: 254,
    autocomplete: 'email',
  },
  {
    kind: 'text',
    wire: personWires.brand,
    label: 'Brand',
    nameInMessages: 'the name of your brand',
    required: true,
    max: 200,
    autocomplete: 'organization',
  },
  {
    kind: 'tel',
    wire: personWires.phone,
    label: 'Phone',
    nameInMessages: 'your phone number',
    required: true,
    max: 40,
    autocomplete: 'tel',
  },
  {
    kind: 'select',
    wire: personWires.systemSize,
    label: 'System size',
    nameInMessages: 'the size of your system',
    required: true,
    placeholder: 'Please select one',
    options: systemSizes,
  },
];

/** The registration form of one workshop. */
export function workshopForm({ site }: Pick<Content, 'site'>, workshop: WorkshopContent): FormDefinition {
  return {
    id: workshop.form.id,
    name: workshop.form.name,
    version: site.forms.version,
    kind: 'workshop',
    tag: workshop.form.tag,
    button: workshop.form.button,
    fields: [
      ...personFields,
      {
        kind: 'textarea',
        wire: speakerQuestionsWire,
        label: 'Questions for the speaker',
        nameInMessages: 'your questions',
        required: false,
        max: 5000,
      },
      {
        kind: 'checkbox',
        wire: 'inf_option_AddmetotheFounderHouseSlackCommunity',
        label: 'Add me to the Founder House Slack community',
        required: false,
        value: '1512',
      },
      {
        kind: 'checkbox',
        wire: workshop.form.eventsOption,
        label: 'Keep me posted about future Founder House events',
        required: false,
        value: '1516',
      },
    ],
  };
}

/** The waitlist form of one retreat. */
export function waitlistForm({ site }: Pick<Content, 'site'>, retreat: RetreatContent): FormDefinition {
  return {
    id: retreat.facts.waitlist.formId,
    name: retreat.facts.waitlist.formName,
    version: site.forms.version,
    kind: 'waitlist',
    tag: retreat.facts.waitlist.tag,
    button: 'Join the waitlist',
    fields: [
      ...personFields,
      {
        kind: 'textarea',
        wire: bringWire,
        label: 'What would you bring to the table?',
        nameInMessages: 'what you would bring',
        required: false,
        max: 2000,
      },
      {
        kind: 'textarea',
        wire: leaveWithWire,
        label: 'What would you like to leave with?',
        nameInMessages: 'what you would like to leave with',
        required: false,
        max: 2000,
      },
    ],
  };
}

/** Returns a form that takes sign-ups for the next one: that of a workshop has another button. */
export const formForNext = (form: FormDefinition, { afterwardsWords }: Pick<Content, 'afterwardsWords'>): FormDefinition =>
  form.kind === 'workshop' ? { ...form, button: afterwardsWords.workshop.over.button } : form;

/** Returns answers with their labels, a checked box as "yes". An answer to a question that the fields no longer have has its wire name. */
export const labeledAnswers = (answers: Values, fields: Field[]): LabeledAnswer[] =>
  Object.entries(answers).map(([wire, value]) => {
    const field = fields.find((candidate) => candidate.wire === wire);
    return { label: field?.label ?? wire, value: field?.kind === 'checkbox' ? 'yes' : value, kind: field?.kind };
  });
