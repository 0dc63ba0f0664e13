import { useId, useState } from 'react';
import { Button } from '../components/Button.tsx';
import type { Place } from './page-data.ts';
import css from './Pages.module.css';

interface Props {
  place: Place;
  /** The picture as its file has it. */
  value: unknown;
  mayChange: boolean;
  change: (place: Place, value: unknown, before: unknown) => Promise<boolean>;
  onPicture: (place: Place, file: File) => void;
}

/** A picture: what it shows, for visitors who cannot see it, and another file in its place. A file can be chosen, dropped or pasted. */
export function PictureField({ place, value, mayChange, change, onPicture }: Props) {
  const id = useId();
  const { src = '', alt = '' } = (value ?? {}) as { src?: string; alt?: string };
  const [text, setText] = useState(alt);
  const [missing, setMissing] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!file) return;
    if (text.trim() === '') return setMissing(true);
    onPicture(place, file);
  };
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        void change({ ...place, pointer: `${place.pointer}/alt` }, text, alt || null);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }) => take(clipboardData.files)}
    >
      <p className={css.quiet}>{src}</p>
      <label htmlFor={`${id}-alt`}>What the picture shows, in one sentence</label>
      <textarea
        id={`${id}-alt`}
        rows={3}
        value={text}
        disabled={!mayChange}
        aria-invalid={missing && text.trim() === ''}
        onChange={({ target }) => setText(target.value)}
      />
      {missing && text.trim() === '' && (
        <p className={css.wrong} role="alert">
          Say first what the new picture shows: some visitors cannot see it.
        </p>
      )}
      {mayChange && (
        <>
          <div>
            <Button type="submit">Keep the words</Button>
          </div>
          <label htmlFor={`${id}-file`}>Another picture: choose it, drop it here, or paste it</label>
          <input
            id={`${id}-file`}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
            onChange={({ target }) => take(target.files)}
          />
        </>
      )}
    </form>
  );
}
