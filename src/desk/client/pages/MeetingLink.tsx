import { removedLinkText } from '../../../workshops/meeting-link-texts.ts';
import type { MeetingLinkState } from '../../server/routes/workshops.ts';
import { queryClient, useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { Notice } from '../components/Messages.tsx';
import { TextField } from '../components/TextField.tsx';
import { useTyped } from './use-typed.ts';

/** Stores, changes and removes the address of a workshop's video call. It is not part of a draft: a change is live immediately. */
export function MeetingLink({ workshop }: { workshop: string }) {
  const path = `/api/workshops/${encodeURIComponent(workshop)}/meeting-link`;
  const { data, error } = useData<MeetingLinkState>(path, []);
  const { text, setText, keep } = useTyped(data?.url ?? '');
  const change = useChange<MeetingLinkState>();
  /** Stores an address. Returns whether it succeeded. */
  const store = (url: string): Promise<boolean> =>
    change.mutateAsync({ path, body: { url } }).then(
      (stored) => {
        // Otherwise the old address would show until the next fetch.
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
            ? 'Saved. Every founder’s link leads to it while the call is open. You don’t need to resend any emails.'
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
        you save it; you don’t publish it.
        {data?.isInContent &&
          !data.url &&
          ' The one in the workshop’s file is used until you save one; anyone with access to the content folder can read that file.'}
      </p>
      <p className="row">
        <Button kind="action" type="submit" isUnavailable={change.isPending}>
          Save the address
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
