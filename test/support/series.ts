import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ContentVariant } from './content-variant.ts';
import { waitlist } from './forms.ts';

/** One build with two retreats and two workshops whose pages turn by the clock. Each test starts it at an instant of its own. */
export const fall = { slug: 'fall-2027', formId: '7a1e2d3c4b5a69788796a5b4c3d2e1f0' };
export const july = 'relationships-that-power-your-brand';
export const winter = { slug: 'opening-week', formId: '8b1e2d3c4b5a69788796a5b4c3d2e1f0' };

/** Each workshop is a copy of the talk of July, which has a replay that no browser can decode, and a question. */
function addReplay(variant: ContentVariant): void {
  mkdirSync(join(variant.folder, 'content/uploads/replays'));
  variant
    .write('uploads/replays/talk.webm', 'not a video')
    .write('uploads/replays/talk.vtt', 'WEBVTT\n')
    .edit(
      `speaker-series/${july}.yaml`,
      /^speaker:$/mu,
      `replay:
  video: /uploads/replays/talk.webm
  captions: /uploads/replays/talk.vtt
  transcript: [Welcome.]
question:
  text: Was it worth your hour?
  options: ["Yes", "No"]
speaker:`,
    );
}

/** Changes the content and builds it. */
export function buildSeries(variant: ContentVariant): void {
  addReplay(variant);
  variant
    .copy('retreats/spring-2026', `retreats/${fall.slug}`)
    .copy(`speaker-series/${july}.yaml`, `speaker-series/${winter.slug}.yaml`)
    .edit('site.yaml', '# postalAddress', 'postalAddress')
    .edit('retreats/spring-2026/facts.yaml', 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${july}.yaml`, 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${winter.slug}.yaml`, 'afterwards: keep', 'afterwards: turn')
    .edit(`speaker-series/${winter.slug}.yaml`, 'registration: open', 'registration: until-start')
    .edit(`speaker-series/${winter.slug}.yaml`, /^on: .*$/mu, 'on: 2026-12-04')
    .edit(`speaker-series/${winter.slug}.yaml`, /^headline: .*$/mu, 'headline: Opening Week')
    .edit(`speaker-series/${winter.slug}.yaml`, /^( {2}id: ).*$/mu, `$1${winter.formId}`);
  const facts = variant.read(`retreats/${fall.slug}/facts.yaml`);
  variant.write(
    `retreats/${fall.slug}/facts.yaml`,
    facts
      .replaceAll('Spring 2026', 'Fall 2027')
      .replace('earliest: 2026-03-01', 'earliest: 2027-09-01')
      .replace('latest: 2026-05-31', 'latest: 2027-11-30')
      .replace('afterwards: keep', 'afterwards: turn')
      .replace(waitlist.id, fall.formId),
  );
  variant.edit(`retreats/${fall.slug}/hero.yaml`, '- Spring 2026', '- Fall 2027').build();
}
