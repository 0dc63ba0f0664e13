import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { LetterRow } from '../../server/routes/letters.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { focusOnMount } from '../components/keep-place.ts';
import { Empty, LoadingOrFailure, Notice } from '../components/Messages.tsx';
import { clockText, momentText } from '../words.ts';
import { useMayChange } from '../facts.ts';
import { BeginLetter } from './BeginLetter.tsx';
import { Letter } from './Letter.tsx';
import { undeliveredText } from './Recipients.tsx';
import css from './Letters.module.css';

/** The letters to groups of founders: the form that begins a letter, and the list of all letters; or the one letter that is open. */
export function Letters() {
  const mayChange = useMayChange();
  const [opened, setOpened] = useState<string>();
  const [last, setLast] = useState<'closed' | 'deleted'>();
  const { data, error } = useData<LetterRow[]>('/api/letters', ['deliveries', 'letters']);
  const leave = (how: 'closed' | 'deleted') => {
    setOpened(undefined);
    setLast(how);
  };
  if (opened) return <Letter key={opened} id={opened} onClose={() => leave('closed')} onDeleted={() => leave('deleted')} />;
  return (
    <>
      <header>
        {/* The button that closed a letter is gone. The notice of a deletion takes the focus itself. */}
        <h1 ref={last === 'closed' ? focusOnMount : undefined} tabIndex={-1}>
          Letters
        </h1>
        <p className="subtitle">One email to a group of founders. Nothing goes out until you send it.</p>
      </header>
      <LoadingOrFailure data={data} error={error} />
      {last === 'deleted' && <Notice>The letter is deleted.</Notice>}
      {data && mayChange && <NewLetter isFirst={data.length === 0} onBegun={setOpened} />}
      {data?.length === 0 && <Empty>There are no letters yet.</Empty>}
      {data && data.length > 0 && <LetterList letters={data} onOpen={setOpened} />}
    </>
  );
}

const LetterList = ({ letters, onOpen }: { letters: LetterRow[]; onOpen: (id: string) => void }) => (
  <ul role="list" className="ruled-list">
    {letters.map((letter) => (
      <li key={letter.id} className="spread">
        <div className={css.about}>
          <h2>{letter.subject}</h2>
          <p>To: {letter.sentence}</p>
          <p className="quiet">{statusText(letter)}</p>
        </div>
        <Button label={`Open: ${letter.subject}, ${letter.sentence}`} onClick={() => onOpen(letter.id)}>
          Open
        </Button>
      </li>
    ))}
  </ul>
);

interface NewLetterProps {
  /** Whether there are no letters yet. */
  isFirst: boolean;
  onBegun: (id: string) => void;
}

/** The form that begins a letter. It is closed if there are letters to look at; it stays open when the first one is written. */
function NewLetter({ isFirst, onBegun }: NewLetterProps) {
  const [opensAtFirst] = useState(isFirst);
  return (
    <details className={css.begin} open={opensAtFirst}>
      <summary>Write a new letter</summary>
      <BeginLetter onBegun={onBegun} />
    </details>
  );
}

/** Says whether a letter was sent. While it can be taken back, or the mail server is down, nobody has it. */
function statusText({ sentAt, takeBackUntil, recipients, undelivered }: LetterRow): string {
  if (sentAt === null) return 'Not sent yet';
  if (takeBackUntil) return `Goes out at ${clockText(takeBackUntil)}. Until then you can take it back`;
  return `Sent on ${momentText(sentAt)} to ${pluralize(recipients, 'founder')}${undeliveredText(undelivered)}`;
}
