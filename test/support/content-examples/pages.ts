import type { Content } from '../../../src/content/content.ts';
import { first, workshop, type Examples, retreat } from './example.ts';

function withoutSamples(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('sample' in value) value.sample = false;
  Object.values(value).forEach(withoutSamples);
}

/** A time at which the retreat of the content is over, and another one is ahead. */
const inNextSeason = new Date('2027-01-15T15:00:00Z');

function addNextSeason({ retreats }: Content): void {
  const next = structuredClone(retreats[0]!);
  Object.assign(next.facts, { earliest: '2027-03-01', latest: '2027-05-31' });
  retreats.push({ ...next, slug: 'spring-2027' });
}

/** What an editor may get wrong about samples, pictures and links. */
export const pages: Examples<
  'missingPicture' | 'missingAlternativeText' | 'deadLink' | 'sampleLeft' | 'exampleAddress' | 'missingPostalAddress' | 'unfinishedDates'
> = {
  missingPicture: [
    {
      spoil: (content) => void (retreat(content).guestSpeaker.book.cover.src = '/uploads/gone.svg'),
      finds: ['book.cover.src', 'there is no file content/uploads/gone.svg; put the picture there or correct the name', 'always'],
    },
  ],
  missingAlternativeText: [
    {
      spoil: (content) => void (retreat(content).gallery.pictures[2]!.alt = ' \u200b\u00ad'),
      finds: ['pictures[3].alt', '/uploads/gallery/03-morning-lake.svg has no alternative text; describe in one sentence what it shows'],
    },
  ],
  deadLink: [
    {
      spoil: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '/retreat'),
      finds: [
        'about.pathways[1].link',
        '"/retreat" leads nowhere; the pages are /, /speaker-series, /privacy, /accessibility, and other sites begin with https://',
      ],
    },
    {
      spoil: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '/#waitlist'),
      finds: ['about.pathways[1].link', /^"\/#waitlist" leads to no section of \/; its sections are hero, letter, .*, waitlist-form$/u],
      fix: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '/#waitlist-form'),
    },
    {
      spoil: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '#sessions'),
      finds: ['about.pathways[1].link', /^"#sessions" leads to no section of \/speaker-series;/u],
      fix: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '#register'),
    },
    {
      spoil: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = '/#ticket'),
      finds: ['about.pathways[1].link', /^"\/#ticket" leads to no section of \//u],
      fix: (content) => {
        first(content.speakerSeries.about.pathways).link = '/#ticket';
        retreat(content).ticket.visible = true;
      },
    },
    {
      spoil: (content) => void (first(content.speakerSeries.about.pathways).link = `/speaker-series/${workshop(content).slug}#sessions`),
      finds: ['about.pathways[1].link', /#sessions" leads to no section of \/speaker-series\/[\w-]+; its sections are hero, event, /u],
      fix: (content) => void (first(content.speakerSeries.about.pathways).link = `/speaker-series/${workshop(content).slug}#register`),
    },
    {
      now: inNextSeason,
      spoil: (content) => {
        addNextSeason(content);
        first(content.speakerSeries.about.pathways).link = '/retreats/spring-2026#faq';
      },
      finds: ['about.pathways[1].link', /#faq" leads to no section of \/retreats\/spring-2026; its sections are hero, letter, /u],
      fix: (content) => {
        addNextSeason(content);
        first(content.speakerSeries.about.pathways).link = '/retreats/spring-2026#sessions';
      },
    },
    {
      spoil: ({ speakerSeries }) => void delete first(speakerSeries.about.pathways).linkText,
      finds: ['about.pathways[1].link', 'there is a link, but no words for it; write linkText as well'],
      fix: ({ speakerSeries }) => void (first(speakerSeries.about.pathways).link = 'https://mastermind.example.org/year'),
    },
    {
      spoil: ({ speakerSeries }) => void delete first(speakerSeries.about.pathways).link,
      finds: ['about.pathways[1].linkText', 'there are words for a link, but no link; write link as well'],
      fix: (content) => void (first(content.speakerSeries.about.pathways).link = `/speaker-series/${workshop(content).slug}.ics`),
    },
  ],
  sampleLeft: [
    {
      spoil: (content) => {
        withoutSamples(content);
        retreat(content).letter.sample = true;
      },
      finds: ['sample', 'still our example; replace it and remove the line "sample: true"'],
      fix: withoutSamples,
    },
    {
      spoil: (content) => {
        withoutSamples(content);
        retreat(content).hosts.hosts[1]!.portrait.sample = true;
      },
      finds: ['hosts[2].portrait.sample', 'still our example; replace the picture and remove the line "sample: true"'],
      fix: withoutSamples,
    },
  ],
  exampleAddress: [
    {
      spoil: (content) => void (retreat(content).letter.closing = 'Write to us at marlowe@founderhouse.example.'),
      finds: [
        'closing',
        'marlowe@founderhouse.example is still our example, but contactEmail in content/site.yaml is hello@founderhouse.example',
      ],
      fix: (content) => void (retreat(content).letter.closing = 'Write to us at marlowe@founderhouse.community.'),
    },
  ],
  missingPostalAddress: [
    {
      spoil: () => {},
      finds: ['postalAddress', 'there is no postal address; add it, since an email that announces something must name one'],
      fix: ({ site }) => void (site.postalAddress = '1 Long Table Road, Austin, TX 78701'),
    },
  ],
  unfinishedDates: [
    {
      spoil: ({ undated }) => {
        const problem = { file: 'content/retreats/fall-2027/facts.yaml', field: 'earliest', message: 'this is still empty' };
        undated.push({ path: 'content/retreats/fall-2027', problems: [problem] });
      },
      finds: ['earliest', 'this is still empty'],
    },
  ],
};
