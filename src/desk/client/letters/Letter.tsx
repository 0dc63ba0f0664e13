import { useState } from 'react';
import type { Ref } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { LetterPreview } from '../../../letters/service.ts';
import { queryClient, useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure, Loading, Notice } from '../components/Messages.tsx';
import { momentText } from '../words.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import css from './Letters.module.css';
import { dropUnsaved, useUnsaved } from './unsaved.ts';
import { Words } from './Words.tsx';

interface Props {
  id: string;
  canChange: boolean;
  heading: Ref<HTMLHeadingElement>;
  onClose: () => void;
  onDeleted: () => void;
}

type Step = 'test' | 'send' | 'take-back';

const done: Record<Step, string> = {
  test: 'The test is on its way to you. Read it as founders will, and then send the letter.',
  send: 'The letter leaves in 60 seconds. Until then you can take it back.',
  'take-back': 'The letter was taken back. You can change it and send it again.',
};

/** One letter: its words, who gets it, and the way from the test to the sending. */
export function Letter({ id, canChange, heading, onClose, onDeleted }: Props) {
  const path = `/api/letters/${id}`;
  const { data: letter, error } = useData<LetterPreview>(path, ['submissions', 'entries', 'deliveries', 'letters']);
  const change = useChange<object>();
  const [last, setLast] = useState<Step>();
  const [isDeleting, setDeleting] = useState(false);
  const [unsaved, setUnsaved] = useUnsaved(id);
  const isUnsaved = unsaved !== undefined;
  const press = (step: Step, { version }: LetterPreview) => {
    if (change.isPending) return;
    // After a refusal the organizer reads the letter as it is now.
    const onError = () => void queryClient.invalidateQueries({ queryKey: [path] });
    change.mutate({ path: `${path}/${step}`, body: { version } }, { onSuccess: () => setLast(step), onError });
  };
  const leave = () => {
    dropUnsaved(id);
    onClose();
  };
  const failure = error ?? change.error?.message;
  return (
    <article className={css.letter}>
      <header>
        <Button onClick={leave}>{isUnsaved ? 'Leave without saving' : 'All letters'}</Button>
        <h1 ref={heading} tabIndex={-1}>
          {letter?.subject ?? 'Letter'}
        </h1>
        {letter && <p className="subtitle">To: {letter.sentence}</p>}
      </header>
      {failure && <Failure>{failure}</Failure>}
      {last && !failure && <Notice key={change.submittedAt}>{done[last]}</Notice>}
      {!letter && !error && <Loading />}
      {letter && canChange && (!letter.sentAt || isUnsaved) && (
        <Words letter={letter} path={path} unsaved={unsaved} setUnsaved={setUnsaved} />
      )}
      {letter && (!canChange || letter.sentAt) && letter.text.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      {letter && canChange && (
        <p className={css.buttons}>
          {isUnsaved ? (
            <span className={css.quiet}>Save the text, and then mail the letter to yourself.</span>
          ) : (
            <Button busy={change.isPending} onClick={() => press('test', letter)}>
              Mail it to me first
            </Button>
          )}
          {!isUnsaved && letter.testedAt && letter.to.length > 0 && (
            <Button kind="action" busy={change.isPending} onClick={() => press('send', letter)}>
              Send it to {pluralize(letter.to.length, 'founder')}
            </Button>
          )}
          {!letter.sentAt && <Button onClick={() => setDeleting(true)}>Delete</Button>}
          {letter.takeBackUntil && (
            <Button busy={change.isPending} onClick={() => press('take-back', letter)}>
              Take it back
            </Button>
          )}
        </p>
      )}
      {letter && <Recipients letter={letter} />}
      {letter && isDeleting && <DeleteDialog letter={letter} onDeleted={onDeleted} onClose={() => setDeleting(false)} />}
    </article>
  );
}

function Recipients({ letter: { to, leftOut, history } }: { letter: LetterPreview }) {
  return (
    <>
      <section>
        <h2>{pluralize(to.length, 'founder')} would get it now</h2>
        <ul role="list" className={css.names}>
          {to.map(({ name, email }) => (
            <li key={email}>
              <bdi>{name}</bdi>, {email}
            </li>
          ))}
        </ul>
      </section>
      {leftOut.length > 0 && (
        <section>
          <h2>{pluralize(leftOut.length, 'founder')} left out</h2>
          <ul role="list" className={css.names}>
            {leftOut.map(({ name, email, reason }) => (
              <li key={email}>
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>What happened</h2>
        <ul role="list">
          {history.map(({ event, actorName, at }) => (
            <li key={`${event} ${at}`}>
              {momentText(at)}: {event.replace('-', ' ')}
              {actorName && <> by {actorName}</>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
