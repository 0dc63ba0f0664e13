import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startEditing } from '../../test/support/editing.ts';
import { ownPage } from '../../test/support/remote-desk.ts';

it('the desk shows a small picture of a file with more pixels than an upload may have, unless that takes gigabytes of memory', async () => {
  await using editing = await startEditing();
  const folder = join(editing.copy.folder, 'uploads/team');
  mkdirSync(folder, { recursive: true });
  const large = sharp(Buffer.alloc(10_000 * 5001), { raw: { width: 10_000, height: 5001, channels: 1 } });
  await large.clone().jpeg().toFile(join(folder, 'large.jpg'));
  await large.clone().jpeg({ progressive: true }).toFile(join(folder, 'progressive.jpg'));
  const ada = await editing.as('Ada');
  // The draft gets the files.
  await ada.readValue();
  const { base } = (await ada.send('GET', '/list')).body as { base: string };
  const request = (name: string) =>
    editing.desk.app.inject({ url: `${base}/uploads/team/${name}`, headers: { ...ownPage, cookie: ada.cookie } });
  const response = await request('large.jpg');
  expect(response.statusCode).toBe(200);
  expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
  // The page shows its name instead.
  expect((await request('progressive.jpg')).statusCode).toBe(404);
});
