import { hashOf } from '../../../src/link-tokens.ts';
import { answersOf, openStoreOf, registration, storeAll } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-fixtures.ts';
import { invitationSettingsFor } from '../../support/recording.ts';

test.use({ opensToday: false });

test('a card says that an invitation did not arrive until it is retried, and that a waiting founder answered “not this time”', async ({
  page,
  desk,
  folder,
}) => {
  const founders = JSON.parse(await desk.organizer('retreat', 'list', '--json')) as { id: string; firstName: string; email: string }[];
  const founder = (name: string) => founders.find(({ firstName }) => firstName === name)!;
  const invite = async (name: string) => {
    const { id } = founder(name);
    return (JSON.parse(await desk.organizer('retreat', 'invite', id, '--json')) as { url: string }).url;
  };
  const store = await openStoreOf(folder);
  const card = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) });

  const invitation = await invite('Bea');
  const token = new URL(invitation).pathname.split('/').at(-1)!;
  await store.waitlist.answer(hashOf(token), 'later', invitationSettingsFor(10), new Date());
  await invite('Ada');
  const toAda = (await Array.fromAsync(store.outbox.list())).find(({ kind }) => kind === 'invitation')!;
  await store.outbox.recordOutcomes([{ id: toAda.id, outcome: 'parked', error: 'the mail server accepts no mail' }], new Date());
  await store.close();

  await page.goto(`${desk.origin}/retreat`);
  await expect(card('Ada Byron')).toContainText('The newest email with the invitation did not arrive');
  await expect(card('Bea Potter')).toContainText('Answered “not this time”');
  await expect(page.getByText('The newest email with the invitation did not arrive')).toHaveCount(1);
  await expect(page.getByText('Answered “not this time”')).toHaveCount(1);

  // Ada sends the form again; Bea leaves and joins again.
  const again = await openStoreOf(folder);
  await again.waitlist.leave(founder('Bea').id, invitationSettingsFor(10), new Date());
  await again.close();
  await storeAll(folder, [
    registration({ more: { ...answersOf('Ada Byron', 'Other Engines'), inf_field_Email: founder('Ada').email } }),
    registration({ more: { ...answersOf('Bea Potter', 'Rabbit Books'), inf_field_Email: founder('Bea').email } }),
  ]);
  await expect(card('Ada Byron')).toContainText('Other Engines');
  await expect(card('Ada Byron')).toContainText('The newest email with the invitation did not arrive');
  await expect(card('Bea Potter')).toContainText('Rabbit Books');
  await expect(page.getByText('Answered “not this time”')).toHaveCount(0);

  await desk.organizer('deliveries', 'retry', toAda.id);
  await expect(page.getByText('The newest email with the invitation did not arrive')).toHaveCount(0);
});
