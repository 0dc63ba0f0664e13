import { useState } from 'react';
import type { FormEvent, Ref } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { LetterPreview } from '../../../letters/service.ts';
import { useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Failure, Loading, Notice } from '../components/Messages.tsx';
import { momentText } from '../words.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import css from './Letters.module.css';

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
  const { data: letter, error } = useData<LetterPreview>(`/api/letters/${id}`, ['submissions', 'entries', 'deliveries', 'letters']);
  const change = useChange<object>();
  const [last, setLast] = useState<Step>();
  const [isDeleting, setDeleting] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const press = (step: Step) => {
    if (!change.isPending) change.mutate({ path: `/api/letters/${id}/${step}`, body: {} }, { onSuccess: () => setLast(step) });
  };
  const failure = error ?? change.error?.message;
  return (
    <article className={css.letter}>
      <header>
        <Button onClick={onClose}>{isUnsaved ? 'Leave without saving' : 'All letters'}</Button>
        <h1 ref={heading} tabIndex={-1}>
          {letter?.subject ?? 'Letter'}
        </h1>
        {letter && <p className="subtitle">To: {letter.sentence}</p>}
      </header>
      {failure && <Failure>{failure}</Failure>}
      {last && !failure && <Notice key={change.submittedAt}>{done[last]}</Notice>}
      {!letter && !error && <Loading />}
      {letter && canChange && !letter.sentAt && <Words key={id} letter={letter} onUnsaved={setUnsaved} />}
      {letter && (!canChange || letter.sentAt) && letter.text.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
      {letter && canChange && (
        <p className={css.buttons}>
          {isUnsaved ? (
            <span className={css.quiet}>Save the text, and then mail the letter to yourself.</span>
          ) : (
            <Button busy={change.isPending} onClick={() => press('test')}>
              Mail it to me first
            </Button>
          )}
          {!isUnsaved && letter.testedAt && letter.to.length > 0 && (
            <Button kind="action" busy={change.isPending} onClick={() => press('send')}>
              Send it to {pluralize(letter.to.length, 'founder')}
            </Button>
          )}
          {!letter.sentAt && <Button onClick={() => setDeleting(true)}>Delete</Button>}
          {letter.takeBackUntil && (
            <Button busy={change.isPending} onClick={() => press('take-back')}>
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

/** The words as the organizer types them. Paragraphs are separated by an empty line. */
function Words({ letter: { id, audience, ...letter }, onUnsaved }: { letter: LetterPreview; onUnsaved: (isUnsaved: boolean) => void }) {
  const [subject, setSubject] = useState(letter.subject);
  const [text, setText] = useState(letter.text.join('\n\n'));
  const [href, setHref] = useState(letter.link?.href ?? '');
  const [linkText, setLinkText] = useState(letter.link?.text ?? '');
  const saving = useChange<object>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const paragraphs = text.split(/\n\s*\n/u).flatMap((paragraph) => paragraph.trim() || []);
    const link = href || linkText ? { href, text: linkText } : null;
    const body = { subject, text: paragraphs, link, audience };
    if (!saving.isPending) saving.mutate({ path: `/api/letters/${id}`, body }, { onSuccess: () => onUnsaved(false) });
  };
  return (
    <form className={css.form} onSubmit={submit} onInput={() => onUnsaved(true)}>
      {saving.error && <Failure>{saving.error.message}</Failure>}
      {saving.data && <Notice key={saving.submittedAt}>Saved. Mail it to yourself before you send it.</Notice>}
      <label>
        Subject
        <input value={subject} required maxLength={150} onChange={({ target }) => setSubject(target.value)} />
      </label>
      <label>
        Text; an empty line begins a new paragraph, and {'{firstName}'} is replaced by the founder’s first name
        <textarea value={text} required onChange={({ target }) => setText(target.value)} />
      </label>
      <label>
        Address of a link, if there is one
        <input type="url" value={href} placeholder="https://" onChange={({ target }) => setHref(target.value)} />
      </label>
      <label>
        Text of the link
        <input value={linkText} maxLength={80} onChange={({ target }) => setLinkText(target.value)} />
      </label>
      <p className={css.buttons}>
        <Button type="submit" busy={saving.isPending}>
          Save the text
        </Button>
      </p>
    </form>
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
