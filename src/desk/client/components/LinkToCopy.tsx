import { useState } from 'react';
import { Button } from './Button.tsx';
import css from './LinkToCopy.module.css';

/** A link that an organizer sends to somebody, with a button that copies it. If the browser refuses to copy, the organizer selects it. */
export function LinkToCopy({ url }: { url: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setOutcome('The link was copied.'),
      () => setOutcome('Your browser did not copy the link. Select it and copy it yourself.'),
    );
  return (
    <>
      <p className={css.link}>{url}</p>
      <div className="row">
        <Button onClick={copy}>Copy the link</Button>
        {outcome && <span>{outcome}</span>}
      </div>
    </>
  );
}
