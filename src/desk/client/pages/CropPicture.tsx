import { useEffect, useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Shape } from '../../../content/picture-shapes.ts';
import { maxPictureBytes, pictureTooLarge } from '../../../editing/picture-limit.ts';
import type { Place } from '../../../editing/place.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Form } from '../components/Form.tsx';
import { focusOnMount } from '../components/keep-place.ts';
import { TextArea } from '../components/TextField.tsx';
import { upload } from '../request.ts';
import css from './Picture.module.css';
import type { DraftEdits } from './use-draft-edits.ts';

interface Props {
  file: File;
  place: Place;
  /** The shape of the place; undefined where any fits. */
  shape: Shape | undefined;
  /** The address of the picture that is there now, if there is one. */
  src: string;
  /** What it shows. */
  alt: string;
  edits: DraftEdits;
  onClose: () => void;
}

/**
 * Lets an organizer crop a picture for its place, by pointer, touch, arrow keys or sliders, asks what it shows, and uploads it to the
 * draft.
 */
export function CropPicture({ file, place, shape, src, alt, edits, onClose }: Props) {
  const oldTextId = useId();
  const isTooLarge = file.size > maxPictureBytes;
  const [address, setAddress] = useState<string>();
  const [isShown, setIsShown] = useState(true);
  const [part, setPart] = useState<Area>();
  const [text, setText] = useState('');
  /** The share of the file that was sent; undefined while nothing is uploaded. */
  const [sentShare, setSentShare] = useState<number>();
  const [refusal, setRefusal] = useState(isTooLarge ? pictureTooLarge : '');
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);

  async function save(): Promise<void> {
    setRefusal('');
    setSentShare(0);
    const crop = part && { x: `${part.x}`, y: `${part.y}`, width: `${part.width}`, height: `${part.height}` };
    const path = `/api/pages/picture?${new URLSearchParams({ ...place, alt: text, ...(src && { before: src }), ...crop })}`;
    if (await edits.edit(() => upload(path, file, setSentShare), 'The picture was changed in your draft.', setRefusal)) onClose();
    setSentShare(undefined);
  }

  return (
    <Dialog title="A new picture" isBusy={sentShare !== undefined} onClose={onClose}>
      <Form failure={refusal} onSubmit={() => void save()}>
        {address && isShown && <CropArea image={address} shape={shape} onCrop={setPart} onUnreadable={() => setIsShown(false)} />}
        {!isShown && <p>This browser cannot show this picture, so you cannot crop it here. The server will use all of it.</p>}
        <TextArea
          label="What the picture shows, in one sentence, for visitors who cannot see it"
          rows={3}
          required
          aria-describedby={alt ? oldTextId : undefined}
          value={text}
          onChange={setText}
        />
        {alt && (
          <p id={oldTextId} className="quiet small">
            The current picture: {alt}
          </p>
        )}
        {sentShare !== undefined && (
          <p role="status">
            <label>
              {sentShare < 1 ? 'Uploading …' : 'The server is preparing the picture …'}{' '}
              <progress max={1} value={sentShare < 1 ? sentShare : undefined} />
            </label>
          </p>
        )}
        <Button kind="action" type="submit" isUnavailable={sentShare !== undefined || isTooLarge}>
          Use this picture in my draft
        </Button>
      </Form>
    </Dialog>
  );
}

interface CropAreaProps {
  /** The address of the picture. */
  image: string;
  /** The shape of the part; that of the whole picture if it is undefined. */
  shape: Shape | undefined;
  /** Called with the chosen part, in pixels of the picture. */
  onCrop: (part: Area) => void;
  /** Called if the browser cannot show the picture. */
  onUnreadable: () => void;
}

/** Crops a picture by pointer, touch, arrow keys or sliders. */
function CropArea({ image, shape, onCrop, onUnreadable }: CropAreaProps) {
  const helpId = useId();
  const [aspect, setAspect] = useState(shape && shape.width / shape.height);
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [pictureSize, setPictureSize] = useState({ width: 0, height: 0 });
  const [frameSize, setFrameSize] = useState({ width: 0, height: 0 });
  /** How far the picture can be moved from its middle in each direction, in CSS pixels, until its edge is that of the frame. */
  const room = {
    x: (pictureSize.width * zoom - frameSize.width) / 2,
    y: (pictureSize.height * zoom - frameSize.height) / 2,
  };
  return (
    <>
      <p id={helpId}>Move the picture until the frame shows what visitors should see: drag it, or use the arrow keys or the sliders.</p>
      <div className={css.crop}>
        <Cropper
          image={image}
          crop={position}
          zoom={zoom}
          aspect={aspect ?? 1}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={(_share, pixels) => onCrop(pixels)}
          setMediaSize={setPictureSize}
          setCropSize={setFrameSize}
          onMediaLoaded={({ naturalWidth, naturalHeight }) => setAspect((wanted) => wanted ?? naturalWidth / naturalHeight)}
          zoomWithScroll={false}
          keyboardStep={4}
          // The policy of the desk allows no style element.
          disableAutomaticStylesInjection
          cropperProps={{ 'aria-label': 'The part that is shown', 'aria-describedby': helpId, role: 'group' }}
          mediaProps={{ alt: '', onError: onUnreadable }}
        />
      </div>
      <label>
        Zoom
        {/* The picture has moved the field that had the focus down, on a phone out of the window. */}
        <input
          ref={focusOnMount}
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
      </label>
      {/* For a pointer that cannot drag (WCAG 2.5.7). */}
      {(['x', 'y'] as const)
        .filter((axis) => room[axis] >= 1)
        .map((axis) => (
          <label key={axis}>
            {axis === 'x' ? 'Left or right' : 'Up or down'}
            <input
              type="range"
              min={-room[axis]}
              max={room[axis]}
              step="any"
              value={position[axis]}
              onChange={({ target }) => setPosition((now) => ({ ...now, [axis]: Number(target.value) }))}
            />
          </label>
        ))}
    </>
  );
}
