import { removedLinkText } from '../../../workshops/meeting-link-texts.ts';
import type { MeetingLinkState } from '../../server/routes/workshops.ts';
import { queryClient, useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { Notice } from '../components/Messages.tsx';
import { TextField } from '../components/TextField.tsx';
import { useTyped } from './use-typed.ts';

/** Stores, changes and removes the address of a workshop's video call. It is not part of a draft: a change is live at once. */
export function MeetingLink({ workshop }: { workshop: string }) {
  const path = `/api/workshops/${encodeURIComponent(workshop)}/meeting-link`;
  const { data, error } = useData<MeetingLinkState>(path, []);
  const { text, setText, keep } = useTyped(data?.url ?? '');
  const change = useChange<MeetingLinkState>();
  /** Stores an address. Returns whether it could. */
  const store = (url: string): Promise<boolean> =>
    change.mutateAsync({ path, body: { url } }).then(
      (stored) => {
        // At once: the address before would be shown until the desk has asked for it again.
        queryClient.setQueryData([path], stored);
        return true;
      },
      () => false,
    );
  return (
    <Form failure={error ?? change.error?.message} onSubmit={() => void keep(() => store(text.trim()))}>
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
        value={text}
        onChange={setText}
      />
      <p className="quiet">
        Only registered founders can open it, through their own links, from 15 minutes before the start until the end. It is live as soon as
        you store it; you don’t publish it.
        {data?.isInContent &&
          !data.url &&
          ' The one in the workshop’s file is used until you store one; anyone with access to the content folder can read that file.'}
      </p>
      <p className="row">
        <Button kind="action" type="submit" isUnavailable={change.isPending}>
          Store the address
        </Button>
        {data?.url && (
          <Button isUnavailable={change.isPending} onClick={() => void store('')}>
            Remove it
          </Button>
        )}
      </p>
    </Form>
  );
}
