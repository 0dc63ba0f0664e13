import { useState } from 'react';
import { LinkToCopy } from './LinkToCopy.tsx';
import { Notice } from './Messages.tsx';

/** Shows what was done, and for an invitation the link in its email. Without a text, it hides the last notice. */
export type ShowNotice = (text?: string, url?: string) => void;

/** Returns the notice of what was done last, and the function that shows one. It takes the focus again if the same is done twice. */
export function useNotice() {
  const [last, setLast] = useState<{ text: string | undefined; url: string | undefined; atMs: number }>();
  const link = last?.url && (
    <>
      <p>The link in the email:</p>
      <LinkToCopy url={last.url} />
    </>
  );
  const notice = last?.text && (
    <Notice key={last.atMs}>
      {link ? <p>{last.text}</p> : last.text}
      {link}
    </Notice>
  );
  const show: ShowNotice = (text, url) => setLast({ text, url, atMs: Date.now() });
  return [notice, show] as const;
}
