import { formatDeadline } from '../format.ts';
import { endOfWorkshop, featuredWorkshop, isFormOpen, phaseOfWorkshop } from '../workshop-schedule.ts';
import { retreatFile, workshopFile, type ContentCheck } from './fields.ts';

/**
 * The workshop on the page is over and still accepts registrations. A workshop with `afterwards: turn` takes sign-ups for the next one, and
 * says so.
 */
export const openAfterTheEnd: ContentCheck = ({ workshops }, { now }) => {
  const workshop = featuredWorkshop(workshops, now);
  if (phaseOfWorkshop(workshop, now) !== 'over' || workshop.afterwards === 'turn') return [];
  if (!isFormOpen(workshop, workshops, now)) return [];
  const end = formatDeadline(endOfWorkshop(workshop), workshop.zone).replace('\u00A0', ' ');
  const problem = `the workshop ended on ${end}, and registration is still open`;
  return [
    {
      file: workshopFile(workshop),
      field: 'registration',
      message: `${problem}; write closed, or add the next workshop`,
      inDesk: `${problem}; choose “Closed”, or add the next workshop`,
    },
  ];
};

/** Two forms with one id: submissions of one would count for the other. */
export const sharedFormId: ContentCheck = ({ retreats, workshops }) => {
  const forms = [
    ...retreats.map((retreat) => ({ file: retreatFile(retreat, 'facts'), field: 'waitlist.formId', id: retreat.facts.waitlist.formId })),
    ...workshops.map((workshop) => ({ file: workshopFile(workshop), field: 'form.id', id: workshop.form.id })),
  ];
  return forms.flatMap(({ file, field, id }, index) => {
    const first = forms.slice(0, index).find((form) => form.id === id);
    if (!first) return [];
    return [{ file, field, message: `this form id is already used in ${first.file} (${first.field}); each form needs its own` }];
  });
};

/** A file of a replay that is named but does not exist. */
export const missingReplayFile: ContentCheck = ({ workshops }, { fileExists }) =>
  workshops.flatMap((workshop) => {
    const { video, captions, poster } = workshop.replay ?? {};
    return Object.entries({ video, captions, poster })
      .filter(([, src]) => src?.startsWith('/') && !fileExists(src))
      .map(([name, src]) => ({
        file: workshopFile(workshop),
        field: `replay.${name}`,
        message: `there is no file content${src}; put the file there or correct the name`,
      }));
  });

/** The address of a video call in a file that everybody who reads the content can see. */
export const publicMeetingAddress: ContentCheck = ({ workshops }) =>
  workshops
    .filter(({ join }) => join.url !== undefined)
    .map((workshop) => ({
      file: workshopFile(workshop),
      field: 'join.url',
      message: `everybody who reads this file can join the call; remove the line, and store the address at the desk under Pages or with "organizer workshop link ${workshop.slug} URL"`,
      inDesk:
        'everybody who reads this file can join the call; empty this field, and save the address as “Address of the video call” beside the workshop’s page',
    }));
