import { LinkToCopy } from '../components/LinkToCopy.tsx';
import { Notice } from '../components/Messages.tsx';

/** What was done; for an invitation also its link. */
export interface Done {
  text: string;
  url?: string;
}

/** Says what was done, with the link in the mail of an invitation. */
export function DoneNotice({ done: { text, url } }: { done: Done }) {
  return (
    <Notice key={text}>
      <p>{text}</p>
      {url && (
        <>
          <p>The link in the email:</p>
          <LinkToCopy url={url} />
        </>
      )}
    </Notice>
  );
}
