import { useState } from 'react';
import { Link } from 'wouter';
import { pluralize } from '../../../content/format.ts';
import type { LetterPreview, LetterService } from '../../../letters/service.ts';
import { useChange, useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { focusOnMount } from '../components/keep-place.ts';
import { Failure, Loading } from '../components/Messages.tsx';
import { QuestionDialog } from '../components/QuestionDialog.tsx';
import { useNotice } from '../components/use-notice.tsx';
import { clockText } from '../words.ts';
import { useMayChange } from '../facts.ts';
import css from './Letters.module.css';
import { Recipients } from './Recipients.tsx';
import { dropUnsaved, useUnsaved } from './unsaved.ts';
import { LetterForm } from './LetterForm.tsx';

/** What the server returns for each step of a letter. */
interface Results {
  test: object;
  send: Awaited<ReturnType<LetterService['send']>>;
  'take-back': Awaited<ReturnType<LetterService['takeBack']>>;
}

const doneTexts: { [Step in keyof Results]: (result: Results[Step]) => string } = {
  test: () => 'The test is on its way to you. Read it as founders will, and then send the letter.',
  send: ({ count, takeBackUntil }) =>
    `The letter goes out to ${pluralize(count, 'founder')} at ${clockText(takeBackUntil)}, unless you take it back before then.`,
  'take-back': ({ count, sentAt }) =>
    `${pluralize(count, 'founder')} will not get the letter. ${
      sentAt ? 'It was sent to others before, so it can no longer be changed.' : 'You can change it and send it again.'
    }`,
};

/** One letter: its words, who gets it, and the way from the test to the sending. */
export function Letter({ id, onClose, onDeleted }: { id: string; onClose: () => void; onDeleted: () => void }) {
  const mayChange = useMayChange();
  const path = `/api/letters/${id}`;
  const { data: letter, error } = useData<LetterPreview>(path, ['submissions', 'entries', 'deliveries', 'letters', 'attendance']);
  const change = useChange();
  const [notice, showNotice] = useNotice();
  const [unsaved, setUnsaved] = useUnsaved(id);
  const isUnsaved = unsaved !== undefined;
  const press = <Step extends keyof Results>(step: Step, { version }: LetterPreview) =>
    change.mutate(
      { path: `${path}/${step}`, body: { version } },
      { onSuccess: (result) => showNotice(doneTexts[step](result as Results[Step])) },
    );
  const leave = () => {
    dropUnsaved(id);
    onClose();
  };
  const failure = error ?? change.error?.message;
  const isFixed = letter !== undefined && (letter.sentAt !== null || letter.refusal !== null);
  const mayEdit = mayChange && !isFixed;
  return (
    <article className={`stack roomy ${css.letter}`}>
      <header className="stack">
        <Button onClick={leave}>{isUnsaved ? 'Leave without saving' : 'All letters'}</Button>
        <h1 ref={focusOnMount} tabIndex={-1}>
          {letter?.subject ?? 'Letter'}
        </h1>
        {letter && <p className="subtitle">To: {letter.sentence}</p>}
      </header>
      <Failure>{failure}</Failure>
      {letter?.refusal && <Failure>Nobody can get this letter now: {letter.refusal}</Failure>}
      {letter?.lacksPostalAddress && mayEdit && (
        <p className="callout screen-only">
          Before you can send it, add your postal address, which the law on commercial email requires in every letter: choose “Site: postal
          address” in the list of values <Link href="/pages?page=privacy">under Pages</Link>, and publish it.
        </p>
      )}
      {!failure && !isUnsaved && notice}
      {!letter && !error && <Loading />}
      {/* Words that are not saved stay on the screen, even after the letter was sent elsewhere. */}
      {letter && (mayEdit || (mayChange && isUnsaved)) && (
        <div className="screen-only">
          <LetterForm
            letter={letter}
            path={path}
            unsaved={unsaved}
            setUnsaved={setUnsaved}
            onSaved={() => showNotice('Saved. Email it to yourself before you send it.')}
          />
        </div>
      )}
      {letter && mayEdit && (
        // In print, the words replace the form.
        <div className={css.printOnly}>
          {isUnsaved && <p className="quiet">Without the changes that are not saved yet.</p>}
          <FixedWords letter={letter} />
        </div>
      )}
      {letter && !mayEdit && <FixedWords letter={letter} />}
      {letter?.question && (
        <p className="quiet">
          The workshop has a question, so the email has below this text: {letter.question.text.map((paragraph) => `“${paragraph}” and `)}
          the button “{letter.question.button}”.
        </p>
      )}
      {letter && mayChange && (
        <LetterButtons
          letter={letter}
          isUnsaved={isUnsaved}
          isBusy={change.isPending}
          onStep={(step) => press(step, letter)}
          onDeleted={onDeleted}
        />
      )}
      {letter && <Recipients letter={letter} />}
    </article>
  );
}

/** The words of a letter that cannot be changed, or not by a reader. */
const FixedWords = ({ letter: { text, link } }: { letter: LetterPreview }) => (
  <>
    {text.map((paragraph) => (
      <p key={paragraph} className={css.paragraph}>
        {paragraph}
      </p>
    ))}
    {link && (
      <p>
        Link: “{link.text}”, {link.href}
      </p>
    )}
  </>
);

interface LetterButtonsProps {
  letter: LetterPreview;
  isUnsaved: boolean;
  isBusy: boolean;
  onStep: (step: keyof Results) => void;
  onDeleted: () => void;
}

/** The steps of a letter that are possible now. A text is saved before it is tested, and tested before it is sent. */
function LetterButtons({ letter, isUnsaved, isBusy, onStep, onDeleted }: LetterButtonsProps) {
  const { refusal, testedAt, sentAt, takeBackUntil, counts } = letter;
  const hasAudience = refusal === null;
  const mayTest = hasAudience && !isUnsaved;
  const maySend = !isUnsaved && testedAt !== null && counts.to > 0;
  // As it was when its button was pressed, even if somebody else has changed or sent it: a version that the organizer has not seen is not
  // deleted.
  const [toDelete, setToDelete] = useState<LetterPreview>();
  return (
    <>
      <p className="row">
        {hasAudience && isUnsaved && <span className="quiet">Save the text, and then email the letter to yourself.</span>}
        {mayTest && (
          <Button kind={testedAt ? 'plain' : 'action'} isUnavailable={isBusy} onClick={() => onStep('test')}>
            {testedAt ? 'Email it to me again' : 'Email it to me first'}
          </Button>
        )}
        {maySend && (
          // The server would refuse it for the reason that the callout above gives, and this page would show that twice.
          <Button kind="action" isUnavailable={isBusy || letter.lacksPostalAddress} onClick={() => onStep('send')}>
            Send it to {pluralize(counts.to, 'founder')}
          </Button>
        )}
        {mayTest && !sentAt && counts.to === 0 && (
          <span className="quiet">Nobody would get it now. You can send it once a founder is in this group.</span>
        )}
        {!sentAt && (
          <Button kind="danger" onClick={() => setToDelete(letter)}>
            Delete
          </Button>
        )}
        {takeBackUntil && (
          <Button isUnavailable={isBusy} onClick={() => onStep('take-back')}>
            Take it back
          </Button>
        )}
      </p>
      {toDelete && (
        <QuestionDialog
          title="Delete this letter"
          button="Delete the letter"
          change={{ path: `/api/letters/${toDelete.id}/delete`, body: { version: toDelete.version } }}
          onDone={onDeleted}
          onClose={() => setToDelete(undefined)}
        >
          <p>
            “{toDelete.subject}”, to: {toDelete.sentence}. Nobody got it. Its words cannot be restored.
          </p>
        </QuestionDialog>
      )}
    </>
  );
}
