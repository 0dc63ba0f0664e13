import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/databases.ts';
import { contentFolder, loadContent } from '../../content/load.ts';
import { mailPage } from './mail-page.ts';
import { createPreview } from './preview.ts';

it('pictures that were waiting when the desk closed start no process again', async () => {
  using temporary = temporaryFolder();
  const preview = createPreview({ workFolder: temporary.folder, base: '/preview/' });
  const waiting = [1, 2, 3].map((number) => preview.readFile(contentFolder(), `/_image?number=${number}`));
  const outcomes = Promise.allSettled(waiting);
  await preview.stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(preview.readFile(contentFolder(), '/_image?number=4')).rejects.toThrow('The desk was closed');
});

it('an email is shown as to a founder of the latest retreat and workshop', async () => {
  const content = loadContent();
  const [retreat, workshop] = [content.retreats[0]!, content.workshops[0]!];
  const later = { ...retreat, facts: { ...retreat.facts, season: 'Fall 2090' } };
  const both = { ...content, retreats: [retreat, later], workshops: [workshop, { ...workshop, title: 'A Later Talk' }] };
  const show = (name: 'waitlist' | 'registration') => mailPage(name, both, 'https://founderhouse.example');
  expect(await show('waitlist')).toContain('Fall 2090');
  expect(await show('registration')).toContain('A Later Talk');
});
