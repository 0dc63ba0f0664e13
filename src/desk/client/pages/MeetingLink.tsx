import { useState } from 'react';
import { removedLinkText } from '../../../workshops/meeting-link-texts.ts';
import type { MeetingLinkState } from '../../server/routes/workshops.ts';
import { queryClient, useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { Notice } from '../components/Messages.tsx';
import { TextField } from '../components/TextField.tsx';

/** Stores, changes and removes the address of a workshop's video call. It is not part of a draft: a change is live at once. */
export function MeetingLink({ workshop }: { workshop: string }) {
  const path = `/api/workshops/${encodeURIComponent(workshop)}/meeting-link`;
  const { data, error } = useData<MeetingLinkState>(path, []);
  const [typed, setTyped] = useState<string>();
  const change = useChange<MeetingLinkState>();
  const shown = typed ?? data?.url ?? '';
  const save = (url: string) =>
    change.mutate(
      { path, body: { url } },
      {
        onSuccess(stored) {
          // At once: an address that is typed before the desk has asked for it again would otherwise be compared with the old one, and lost.
          queryClient.setQueryData([path], stored);
          // What is typed while the change is being stored stays.
          setTyped((current) => (current?.trim() === url ? undefined : current));
        },
      },
    );
  return (
    <Form failure={error ?? change.error?.message} onSubmit={() => save(shown.trim())}>
      {change.data && (
        <Notice key={change.submittedAt}>
          {change.data.url
            ? 'Stored. Every founder’s link leads to it while the call is open. There is no need to send any email again.'
            : `Removed. ${removedLinkText(change.data.isInContent)}`}
        </Notice>
      )}
      <TextField
        label="Address of the video call"
        type="url"
        required
        maxLength={2000}
        autoComplete="off"
        placeholder="https://"
        value={shown}
        onChange={setTyped}
      />
      <p className="quiet">
        Only registered founders can open it, through their own links, from 15 minutes before the start until the end. It is live as soon as
        you store it; you don’t publish it.
        {data?.isInContent &&
          !data.url &&
          ' The one in the workshop’s file is used until you store one; anyone with access to the content folder can read that file.'}
      </p>
      <p className="row">
        <Button kind="action" type="submit" isBusy={change.isPending}>
          Store the address
        </Button>
        {data?.url && (
          <Button isBusy={change.isPending} onClick={() => save('')}>
            Remove it
          </Button>
        )}
      </p>
    </Form>
  );
}
