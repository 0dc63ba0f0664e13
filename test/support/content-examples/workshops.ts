import { workshop, type Examples, retreat } from './example.ts';

/** What an editor may get wrong about workshops and forms. */
export const workshops: Examples<'sharedFormId' | 'workshopOverrides' | 'openAfterTheEnd' | 'missingReplayFile' | 'publicMeetingAddress'> =
  {
    sharedFormId: [
      {
        spoil: (content) => void (workshop(content).form.id = retreat(content).facts.waitlist.formId),
        finds: [
          'form.id',
          'this form id is already used in content/retreats/spring-2026/facts.yaml (waitlist.formId); each form needs its own',
          'always',
        ],
      },
    ],
    missingReplayFile: [
      {
        spoil: (content) =>
          void (workshop(content).replay = {
            video: 'https://video.example/1.mp4',
            captions: '/uploads/gone.svg',
            transcript: ['Welcome.'],
          }),
        finds: ['replay.captions', 'there is no file content/uploads/gone.svg; put the file there or correct the name', 'always'],
        fix: (content) => void (workshop(content).replay = undefined),
      },
    ],
    publicMeetingAddress: [
      {
        spoil: (content) => void (workshop(content).join.url = 'https://meet.example/j/98765'),
        finds: ['join.url', /^everybody who reads this file can join the call; remove the line, .*"organizer workshop link relationships-/],
      },
    ],
    workshopOverrides: [
      {
        spoil: (content) => void (workshop(content).dateText = 'Thursday, July 11th'),
        finds: ['dateText', 'it says Thursday, but the date is Friday, July 11th, 2025'],
        fix: (content) => void (workshop(content).dateText = 'the 11th of July, a Friday'),
      },
      {
        spoil: (content) => void (workshop(content).dateText = 'Friday, July 18th'),
        finds: ['dateText', 'it says 18th, but the date is Friday, July 11th, 2025'],
      },
      {
        spoil: (content) => void (workshop(content).dateText = 'Friday, July 11st'),
        finds: ['dateText', 'it says 11st, but the date is Friday, July 11th, 2025'],
        fix: (content) => void (workshop(content).dateText = 'Fri, 11 July 2025'),
      },
      {
        spoil: (content) => void (workshop(content).dateText = 'On a Saturday'),
        finds: ['dateText', 'it says Saturday, but the date is Friday, July 11th, 2025'],
        fix: (content) => void (workshop(content).dateText = 'Friday'),
      },
      {
        spoil: (content) => void (workshop(content).form.name += ', July 11th, 2026'),
        finds: ['form.name', 'it says 2026, but the date is Friday, July 11th, 2025'],
      },
      {
        spoil: (content) => void (workshop(content).timeText = '10:30 a.m. Central'),
        finds: ['timeText', 'it says 10:30 a.m, but the time is 10:00'],
        fix: (content) => void Object.assign(workshop(content), { timeText: '12 pm Central', at: '12:00' }),
      },
      {
        spoil: (content) => void (workshop(content).lengthText = '90 minutes'),
        finds: ['lengthText', 'it says 90 minutes, but minutes is 60'],
        fix: (content) => void Object.assign(workshop(content), { lengthText: 'An hour and 30 minutes', minutes: 90 }),
      },
    ],
    openAfterTheEnd: [
      {
        now: new Date('2025-07-11T16:00:00Z'),
        spoil: () => {},
        finds: [
          'registration',
          'the workshop ended on Friday, July 11, 2025, at 11:00 am Central time, and registration is still open; write closed, or add the next workshop',
        ],
        fix: (content) => void (workshop(content).registration = 'until-start'),
      },
      {
        now: new Date('2025-07-11T16:00:00Z'),
        spoil: () => {},
        finds: ['registration', /registration is still open/u],
        fix: (content) => void content.workshops.push({ ...structuredClone(workshop(content)), slug: 'next', on: '2025-09-12' }),
      },
    ],
  };
