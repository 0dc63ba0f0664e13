import { useState } from 'react';
import type { Role } from '../../../database/organizer-tables.ts';
import type { OrganizerList } from '../../../organizers/repository.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Form } from '../components/Form.tsx';
import { LinkToCopy } from '../components/LinkToCopy.tsx';
import { Notice } from '../components/Messages.tsx';
import { TextField } from '../components/TextField.tsx';

interface InvitationLink {
  name: string;
  url: string;
  expiresAt: string;
}

interface Props {
  /** The open invitations; undefined until they have arrived. */
  invitations: OrganizerList['invitations'] | undefined;
}

/**
 * Makes a link with which the next organizer registers a passkey. The link is shown once, until its invitation is used or anybody withdraws
 * it; the desk does not keep it.
 */
export function InviteOrganizer({ invitations }: Props) {
  const { mutate, data, error, isPending } = useChange<InvitationLink>();
  // The list is requested again after the link was made, so at first it lacks the invitation.
  const [listedUrl, setListedUrl] = useState<string>();
  const isListed = data !== undefined && invitations?.some(({ expiresAt }) => expiresAt === data.expiresAt);
  if (isListed && listedUrl !== data.url) setListedUrl(data.url);
  const hasEnded = invitations !== undefined && !isListed && listedUrl === data?.url;
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
        {data && !hasEnded && (
          <Notice key={data.url}>
            <p>Send this link to {data.name} yourself. It works once, within 24 hours, and will not be shown again:</p>
            <LinkToCopy url={data.url} />
          </Notice>
        )}
        <TextField label="Name, as the history shows it" required maxLength={80} autoComplete="off" value={name} onChange={setName} />
        <Choice
          label="Role"
          value={role}
          options={{ organizer: 'Organizer', reader: 'Reader: cannot change anything' }}
          onChange={setRole}
          showsLabel
        />
        <Button kind="action" type="submit" isUnavailable={isPending}>
          Create a link
        </Button>
      </Form>
    </section>
  );
}
