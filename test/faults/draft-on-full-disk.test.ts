import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEditing } from '../support/editing.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

describe.skipIf(!canMount)('an organizer is told why a draft cannot be changed or published, and the draft is kept, while the disk', () => {
  it.each(['full', 'read-only'])('is %s', async (kind) => {
    const reason = `the disk of the server is ${kind}`;
    using disk = smallDisk();
    expect(disk.remount('size=60m')).toBe(true);
    // In a folder of the disk: the fixture could not remove the mount point itself.
    await using editing = await startEditing(join(disk.folder, 'data'));
    const ada = await editing.as('Ada');
    // The lock of publishing exists after the first one, and can then be held on a read-only disk.
    await ada.set('The first title');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    const before = editing.hero();
    await ada.set('Before');
    if (kind === 'full') disk.fill();
    else disk.remount('ro');
    expect(await ada.set('A text for which there is no room '.repeat(400))).toEqual({
      status: 503,
      body: { message: expect.stringContaining(`The desk could not do this, because ${reason}`) as string },
    });
    expect(await ada.readValue()).toBe('Before');
    const { message } = await ada.publish();
    expect(message).toContain(reason);
    expect(editing.hero()).toBe(before);
    if (kind === 'full') disk.empty();
    else disk.remount('rw');
    expect(await ada.readValue()).toBe('Before');
    expect(await ada.publish()).toMatchObject({ state: 'live' });
    expect(editing.hero()).toContain('title: Before');
  });
});
