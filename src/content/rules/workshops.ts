import { endOf, featured, isRegistrationOpen, phaseOf } from '../schedule.ts';
import { retreatFile, workshopFile } from './fields.ts';
import type { Finding, Rule } from './finding.ts';
import { dateContradictions, minutesIn, timeContradictions } from './stated.ts';

const contradiction =
  (file: string, field: string) =>
  (message: string): Finding => ({
    file,
    field,
    message: `it ${message}`,
    severity: 'launch',
  });

/** A workshop whose words tell another weekday, day, time or length than its facts. */
export const workshopWords: Rule = ({ workshops }) =>
  workshops.flatMap((workshop) => {
    const file = workshopFile(workshop);
    const length = minutesIn(workshop.lengthText);
    const longer =
      length === undefined || length === workshop.minutes ? [] : [`says ${workshop.lengthText}, but minutes is ${workshop.minutes}`];
    return [
      ...dateContradictions(workshop.dateText, workshop.on).map(contradiction(file, 'dateText')),
      ...timeContradictions(workshop.timeText, workshop.at).map(contradiction(file, 'timeText')),
      ...longer.map(contradiction(file, 'lengthText')),
      ...dateContradictions(workshop.form.name, workshop.on).map(contradiction(file, 'form.name')),
    ];
  });

/** The workshop on the page is over and still takes registrations. */
export const openAfterTheEnd: Rule = ({ workshops }, { now }) => {
  const shown = featured(workshops, now);
  if (!shown || phaseOf(shown, now) !== 'over' || !isRegistrationOpen(shown, now)) return [];
  const end = endOf(shown).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: shown.zone });
  const message = `the workshop was over on ${end.replace(/\s/gu, ' ')} (${shown.zoneText}), and registration is still open; write closed, or add the next workshop`;
  return [{ file: workshopFile(shown), field: 'registration', message, severity: 'launch' }];
};

/** Two forms with one id: what is sent to the one would be counted for the other. */
export const sharedFormId: Rule = ({ retreat, workshops }) => {
  const forms = [
    { file: retreatFile('facts'), field: 'waitlist.formId', id: retreat.facts.waitlist.formId },
    ...workshops.map((workshop) => ({ file: workshopFile(workshop), field: 'form.id', id: workshop.form.id })),
  ];
  return forms.flatMap(({ file, field, id }, index) => {
    const first = forms.slice(0, index).find((form) => form.id === id);
    const message = `this form id is already that of ${first?.file} (${first?.field}); each form needs its own`;
    return first ? [{ file, field, message, severity: 'always' as const }] : [];
  });
};

/** Two workshops that are the same one: a file was copied and its date and title left as they were. */
export const sameWorkshopTwice: Rule = ({ workshops }) =>
  workshops.flatMap((workshop, index) => {
    const first = workshops
      .slice(0, index)
      .find(({ title, on, at }) => title === workshop.title && on === workshop.on && at === workshop.at);
    const message = `this workshop has the title, day and time of ${first && workshopFile(first)}; change them, or delete one of the files`;
    return first ? [{ file: workshopFile(workshop), field: 'title', message, severity: 'launch' as const }] : [];
  });
