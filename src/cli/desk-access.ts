import { Option, type Command } from 'commander';
import { pluralize } from '../content/format.ts';
import type { Role } from '../database/organizer-tables.ts';
import { organizerName, registrationLink, roles } from '../organizers/rules.ts';
import { Refused } from '../refused.ts';
import { parseOrFail, type Cli } from './cli.ts';
import { visible } from './output.ts';

/** Registers the subcommands of `desk` for access to the desk away from the server. */
export function registerAccess(desk: Command, cli: Cli): void {
  desk
    .command('invite')
    .description(
      'Prints a link with which an organizer registers a passkey for the desk at DESK_ORIGIN. It can be used once, within 24 hours.',
    )
    .argument('<name>', 'the name that the history shows; if this organizer already has access, the link adds another passkey')
    .addOption(new Option('--role <role>', 'a reader sees everything and changes nothing (default: organizer)').choices(roles))
    .option('--json', 'print {name, role, url, expiresAt}')
    .action((name: string, options: { role?: Role; json?: true }) => invite(cli, name, options));
  desk
    .command('sessions')
    .description('Lists the organizers who can sign in at the desk at DESK_ORIGIN, their sessions, and the open invitations.')
    .option('--json', 'print {organizers, invitations}')
    .action((options: { json?: true }) => listSessions(cli, options));
  desk
    .command('revoke')
    .description('Revokes all access of an organizer, or ends one session. It takes effect immediately.')
    .argument('<name>', 'a name, or the id of a session; "organizer desk sessions" shows both')
    .action((nameOrId: string) => revoke(cli, nameOrId));
}

async function invite(cli: Cli, name: string, { role, json }: { role?: Role; json?: true }): Promise<void> {
  const { desk } = cli.settings();
  if (!desk)
    throw new Refused(
      'The desk can only be opened on this machine: to open it to organizers elsewhere, set DESK_ORIGIN first, as described in .env.example',
    );
  const organizer = { name: parseOrFail(organizerName, name, Refused), role };
  const { token, ...invited } = await cli.withStore((store) => store.organizers.inviteOrganizer(organizer, cli.now()));
  const url = registrationLink(desk.origin, token);
  if (json) return cli.json({ ...invited, url });
  cli.say(
    `${visible(invited.name)} can register a passkey as ${invited.role} with this link, once, until ${cli.localTime(invited.expiresAt)}:\n${url}`,
  );
}

async function listSessions(cli: Cli, { json }: { json?: true }): Promise<void> {
  const list = await cli.withStore((store) => store.organizers.listOrganizers(cli.now()));
  if (json) return cli.json(list);
  const rows = list.organizers.flatMap(({ name, role, passkeys, sessions: open }) => {
    const person = [name, role, pluralize(passkeys, 'passkey')];
    if (open.length === 0) return [[...person, '', '', '']];
    return open.map(({ id, device, seenAt }) => [...person, id, device, cli.localTime(seenAt)]);
  });
  const heading = ['Name', 'Role', 'Passkeys', 'Session', 'Device', 'Last seen'];
  await cli.table({ heading, uncut: 4, empty: 'No organizer can sign in yet; "organizer desk invite NAME" prints a link' }, rows);
  for (const { name, role, expiresAt } of list.invitations)
    cli.say(`${visible(name)} is invited as ${role} until ${cli.localTime(expiresAt)}.`);
}

async function revoke(cli: Cli, nameOrId: string): Promise<void> {
  await cli.withStore(async ({ organizers }) => {
    const name = await organizers.revokeOrganizer(nameOrId);
    if (name !== undefined) return cli.say(`${visible(name)} no longer has access: passkeys, sessions and open invitations were deleted.`);
    if (await organizers.endSession(nameOrId)) return cli.say('The session has ended.');
    throw new Refused(`${visible(nameOrId)}: no organizer has this name, and no session has this id; "organizer desk sessions" shows both`);
  });
}
