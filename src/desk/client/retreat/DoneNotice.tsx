import { Notice } from '../components/Messages.tsx';
import type { Done } from './MoveDialog.tsx';

/** Says what was done, with the link in the mail of an invitation. */
export function DoneNotice({ done: { text, url } }: { done: Done }) {
  return (
    <Notice key={text}>
      <p>{text}</p>
      {url && (
        <p>
          The link in the email: <code>{url}</code>
        </p>
      )}
    </Notice>
  );
}
