import { useEffect, useRef, useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { LetterRow } from '../../server/routes/letters.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Empty, Failure, Loading, Notice } from '../components/Messages.tsx';
import { momentText } from '../words.ts';
import { useMayChange } from '../facts.ts';
import { BeginLetter } from './BeginLetter.tsx';
import { Letter } from './Letter.tsx';
import css from './Letters.module.css';
import { hasUnsaved } from './unsaved.ts';

/** The letters to groups of founders: one of them, or all of them with the form that begins another one. */
export function Letters() {
  const mayChange = useMayChange();
  const [opened, setOpened] = useState('');
  const [hasDeleted, setDeleted] = useState(false);
  const { data, error } = useData<LetterRow[]>('/api/letters', ['deliveries', 'letters']);
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(opened);
  // The button that opened or closed a letter is gone: the keyboard goes on at the heading. The notice of a
  // deletion takes the focus itself.
  useEffect(() => {
    if (last.current !== opened && !hasDeleted) heading.current?.focus();
    last.current = opened;
  }, [opened, hasDeleted]);
  const open = (id: string) => {
    setDeleted(false);
    setOpened(id);
  };
  if (opened) {
    const onDeleted = () => {
      setOpened('');
      setDeleted(true);
    };
    return <Letter key={opened} id={opened} heading={heading} onClose={() => setOpened('')} onDeleted={onDeleted} />;
  }
  return (
    <>
      <header>
        <h1 ref={heading} tabIndex={-1}>
          Letters
        </h1>
        <p className="subtitle">One email to a group of founders. Nothing goes out until you send it.</p>
      </header>
      {error && <Failure>{error}</Failure>}
      {hasDeleted && <Notice>The letter is deleted.</Notice>}
      {mayChange && <BeginLetter onBegun={open} />}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty>There are no letters yet.</Empty>}
      {data && data.length > 0 && (
        <ul role="list" className={`stack ${css.list}`}>
          {data.map((letter) => (
            <li key={letter.id}>
              <h2>{letter.subject}</h2>
              <p>{letter.sentence}</p>
              <p className="quiet">
                {hasUnsaved(letter.id) && <>It has words that you have not saved. </>}
                {letter.sentAt ? `Sent on ${momentText(letter.sentAt)} to ${pluralize(letter.recipients, 'founder')}` : 'Not sent yet'}
              </p>
              <Button label={`Open: ${letter.subject}, ${letter.sentence}`} onClick={() => open(letter.id)}>
                Open
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
