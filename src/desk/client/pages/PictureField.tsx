import { lazy, Suspense, useState } from 'react';
import type { Shape } from '../../../content/picture-shapes.ts';
import type { Place } from '../../../editing/place.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { Failure, Loading } from '../components/Messages.tsx';
import { TextArea } from '../components/TextField.tsx';
import { useMayChange } from '../facts.ts';
import css from './Picture.module.css';
import { Thumbnail } from './ShownValue.tsx';
import type { DraftEdits } from './use-draft-edits.ts';
import { useTyped } from './use-typed.ts';

const CropPicture = lazy(() => import('./CropPicture.tsx').then(({ CropPicture: View }) => ({ default: View })));

interface Props {
  place: Place;
  /** The picture as its file has it. */
  value: unknown;
  shape: Shape | undefined;
  edits: DraftEdits;
}

/** A picture: what it shows, for visitors who cannot see it, and another file in its place. A file can be chosen, dropped or pasted. */
export function PictureField({ place, value, shape, edits }: Props) {
  const mayChange = useMayChange();
  const { src = '', alt = '' } = (value ?? {}) as { src?: string; alt?: string };
  const { text, isOutdated, setText, keep } = useTyped(alt);
  const [chosen, setChosen] = useState<File>();
  const [refusal, setRefusal] = useState('');
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    const isPicture = first?.type.startsWith('image/') ?? false;
    setRefusal(first && !isPicture ? `${first.name} is not a picture. Choose a JPEG, PNG, WebP or AVIF file.` : '');
    if (isPicture) setChosen(first);
  };
  return (
    <>
      <Form
        onSubmit={() => void keep(() => edits.change({ ...place, pointer: `${place.pointer}/alt` }, text, alt || null))}
        onPaste={({ clipboardData }) => mayChange && take(clipboardData.files)}
      >
        {src && <Thumbnail src={src} />}
        <TextArea label="What the picture shows, in one sentence" rows={3} required disabled={!mayChange} value={text} onChange={setText} />
        {isOutdated && <p className="quiet small">Changed in the meantime to: {alt}</p>}
        {mayChange && (
          <>
            <Button type="submit">Keep this text</Button>
            <div
              className={css.drop}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                take(event.dataTransfer.files);
              }}
            >
              <label>
                Another picture: choose it, drop it here, or paste it
                <input
                  type="file"
                  accept="image/jpeg,image/png,image/webp,image/avif,image/heic"
                  onChange={({ target }) => {
                    take(target.files);
                    // The same file can be chosen again.
                    target.value = '';
                  }}
                />
              </label>
            </div>
            <Failure>{refusal}</Failure>
          </>
        )}
      </Form>
      {chosen && (
        <Suspense fallback={<Loading />}>
          <CropPicture file={chosen} place={place} shape={shape} src={src} alt={alt} edits={edits} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
