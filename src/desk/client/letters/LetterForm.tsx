import { useRef, type Dispatch, type SetStateAction } from 'react';
import { paragraphsOf } from '../../../letters/paragraphs.ts';
import type { LetterPreview } from '../../../letters/service.ts';
import type { Letter } from '../../../letters/stored-letter.ts';
import { queryClient, useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { TextArea, TextField } from '../components/TextField.tsx';
import css from './Letters.module.css';
import type { Fields, Unsaved } from './unsaved.ts';

interface Props {
  letter: LetterPreview;
  /** The address of the letter in the desk's API. */
  path: string;
  /** Undefined while the form shows the saved words. */
  unsaved: Unsaved | undefined;
  setUnsaved: Dispatch<SetStateAction<Unsaved | undefined>>;
  onSaved: () => void;
}

/** The words of a letter as the organizer types them. Paragraphs are separated by an empty line. */
export function LetterForm({ letter, path, unsaved, setUnsaved, onSaved }: Props) {
  const words = unsaved ?? { ...fieldsOf(letter), version: letter.version };
  const { version, subject, text, href, linkText } = words;
  const saving = useChange<Letter>();
  const subjectField = useRef<HTMLInputElement>(null);
  const field = (name: keyof Fields) => ({ value: words[name], onChange: (typed: string) => setUnsaved({ ...words, [name]: typed }) });
  const submit = () => {
    const link = href || linkText ? { href, text: linkText } : null;
    const body = { subject, text: paragraphsOf(text), link, audience: letter.audience, version };
    const onSuccess = (saved: Letter) => {
      // Otherwise the form would show the previous words until the letter is loaded again.
      queryClient.setQueryData<LetterPreview>([path], (shown) => shown && { ...shown, ...saved });
      // What was typed while the request ran is not saved.
      setUnsaved((now) => (now === unsaved ? undefined : now && { ...now, version: saved.version }));
      onSaved();
    };
    saving.mutate({ path, body }, { onSuccess });
  };
  const choose = (chosen?: Unsaved) => {
    saving.reset();
    setUnsaved(chosen);
    // The pressed button disappears with the question.
    subjectField.current?.focus();
  };
  // While the form is being saved, the saved letter can arrive before the response.
  const isChanged = version !== letter.version && !saving.isPending;
  return (
    <Form failure={saving.error?.message} onSubmit={submit}>
      {isChanged && (
        <ChangedMeanwhile letter={letter} onLoad={() => choose()} onKeep={() => choose({ ...words, version: letter.version })} />
      )}
      <TextField label="Subject" ref={subjectField} {...field('subject')} required maxLength={150} />
      <TextArea
        label="Text. Leave a blank line between paragraphs. {firstName} becomes the founder’s first name"
        {...field('text')}
        required
        rows={10}
      />
      <TextField label="Address of a link, if there is one" {...field('href')} type="url" placeholder="https://" />
      <TextField label="Text of the link" {...field('linkText')} maxLength={80} />
      <Button kind={unsaved ? 'action' : 'plain'} type="submit" isUnavailable={saving.isPending}>
        Save the text
      </Button>
    </Form>
  );
}

const fieldsOf = ({ subject, text, link }: LetterPreview): Fields => ({
  subject,
  text: text.join('\n\n'),
  href: link?.href ?? '',
  linkText: link?.text ?? '',
});

interface ChangedProps {
  letter: LetterPreview;
  onLoad: () => void;
  onKeep: () => void;
}

/** Shows what somebody else saved while the form has other words, and lets the organizer choose. */
function ChangedMeanwhile({ letter, onLoad, onKeep }: ChangedProps) {
  const { subject, text, href, linkText } = fieldsOf(letter);
  return (
    <section className={`callout stack ${css.changed}`} aria-label="The saved letter">
      <p role="status">
        The letter was changed in the meantime. Your words are still in the form below, and are not saved. The saved letter is:
      </p>
      <blockquote>
        <p>{subject}</p>
        <p>{text}</p>
        {href && (
          <p>
            {linkText}, {href}
          </p>
        )}
      </blockquote>
      <p className="row">
        <Button onClick={onLoad}>Load the saved text</Button>
        <Button onClick={onKeep}>Keep my words, to save them instead</Button>
      </p>
    </section>
  );
}
