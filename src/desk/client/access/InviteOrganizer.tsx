import { useEffect, useRef, useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { Role } from '../../../database/organizer-tables.ts';
import type { OrganizerList } from '../../../organizers/repository.ts';
import type { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Form } from '../components/Form.tsx';
import { LinkToCopy } from '../components/LinkToCopy.tsx';
import { Notice } from '../components/Messages.tsx';
import { TextField } from '../components/TextField.tsx';

export interface InvitationLink {
  name: string;
  url: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

interface Props {
  /** The change that makes the link. */
  inviting: ReturnType<typeof useChange<InvitationLink>>;
  /** Who may sign in, and the invitations that are open. */
  list: OrganizerList | undefined;
}

/** A link whose invitation was seen to be open, and how many passkeys its organizer had then. */
interface OpenLink {
  url: string;
  passkeys: number;
}

const passkeysOf = (list: OrganizerList, name: string): number => list.organizers.find((each) => each.name === name)?.passkeys ?? 0;

/** Says why a link no longer works, once it has left the list of open invitations. */
const endText = (name: string, isUsed: boolean): string =>
  isUsed
    ? `The link for ${isolate(name)} was used: ${isolate(name)} can now sign in with the new passkey.`
    : `The link for ${isolate(name)} no longer works: it was withdrawn, replaced, or has expired.`;

/**
 * Returns why the link that was made last no longer works, and removes it from the screen then: it must not be sent again. A list that was
 * loaded before the invitation was made does not have it yet, so the link stays until its invitation was seen once.
 */
function useEndOfLink({ data: link, reset }: Props['inviting'], list: OrganizerList | undefined): string | undefined {
  const open = useRef<OpenLink>(undefined);
  const [ended, setEnded] = useState<string>();
  useEffect(() => {
    if (!link || !list) return;
    const passkeys = passkeysOf(list, link.name);
    if (list.invitations.some(({ name, expiresAt }) => name === link.name && expiresAt === link.expiresAt)) {
      open.current = { url: link.url, passkeys };
      setEnded(undefined);
    } else if (open.current?.url === link.url) {
      setEnded(endText(link.name, passkeys > open.current.passkeys));
      reset();
    }
  }, [link, list, reset]);
  return ended;
}

/** Takes the focus if it was on the link, which is gone, and leaves it with somebody who types the next name. */
const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus();
};

/** Makes a link with which the next organizer registers a passkey. The link is shown once; the desk does not keep it. */
export function InviteOrganizer({ inviting, list }: Props) {
  const { mutate, data, error, isPending } = inviting;
  const ended = useEndOfLink(inviting, list);
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('organizer');
  const submit = () => mutate({ path: '/api/access/invite', body: { name, role } }, { onSuccess: () => setName('') });
  return (
    <section className="stack">
      <h2>Invite someone to the desk</h2>
      <p className="quiet">
        For another device of your own, create a link with your own name. If you lose your only device, let another organizer revoke your
        access and invite you again, or do both on the server: <code>bin/organizer desk revoke</code>, then{' '}
        <code>bin/organizer desk invite</code>.
      </p>
      <Form failure={error?.message} onSubmit={submit}>
        {data && (
          <Notice key={data.url}>
            <p>Send this link to {data.name} yourself. It works once, within 24 hours, and will not be shown again:</p>
            <LinkToCopy url={data.url} />
          </Notice>
        )}
        {ended && (
          <p key={ended} className="callout" role="status" tabIndex={-1} ref={focusIfLost}>
            {ended}
          </p>
        )}
        <TextField label="Name, as the history shows it" required maxLength={80} autoComplete="off" value={name} onChange={setName} />
        <Choice
          label="Role"
          value={role}
          options={[
            ['organizer', 'Organizer'],
            ['reader', 'Reader: cannot change anything'],
          ]}
          onChange={setRole}
          showsLabel
        />
        <Button kind="action" type="submit" isBusy={isPending}>
          Create a link
        </Button>
      </Form>
    </section>
  );
}
