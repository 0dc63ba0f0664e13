import { useEffect, useId, useRef, useState } from 'react';
import type { DraftFinding } from '../../../editing/findings.ts';
import { placeKey, labelOf, placeName } from '../../../editing/place.ts';
import type { PlaceValue } from '../../server/routes/pages.ts';
import { Button } from '../components/Button.tsx';
import { Form } from '../components/Form.tsx';
import { Failure, LoadingOrFailure } from '../components/Messages.tsx';
import { useData } from '../api.ts';
import { useMayChange } from '../facts.ts';
import { ListItems } from './ListItems.tsx';
import { useOwnerNames } from './owner-names.ts';
import { listOf, valueText, valuePath, type ChosenPlace } from './places.ts';
import css from './Pages.module.css';
import { PictureField } from './PictureField.tsx';
import type { DraftEdits } from './use-draft-edits.ts';
import { useTyped } from './use-typed.ts';

interface Props {
  place: ChosenPlace;
  findings: DraftFinding[];
  edits: DraftEdits;
}

/** The chosen place: its value with the help from its file, its findings, and its list. */
export function FieldPanel({ place, findings, edits }: Props) {
  const mayChange = useMayChange();
  const names = useOwnerNames();
  const { data, error } = useData<PlaceValue>(valuePath(place), []);
  const findingsHere = findings.filter(({ file, pointer }) => file === place.file && place.pointer.startsWith(pointer || '/'));
  const list = listOf(place);
  const panel = useFocusOfFarPlace(place, Boolean(data ?? error));
  return (
    <section ref={panel} tabIndex={-1} className="stack" aria-label="The chosen place">
      {/* The page that is shown may be another one. */}
      <h2>{place.isFar ? placeName(place, names) : labelOf(place)}</h2>
      {data?.help && <p className="quiet small">{data.help}</p>}
      {findingsHere.map(({ message, severity }) => (
        <p key={message} className={severity === 'error' ? css.wrong : css.warned}>
          {message}
        </p>
      ))}
      <Failure>{edits.outcome.refusal}</Failure>
      <LoadingOrFailure data={data} error={error} />
      {data?.kind === 'picture' && <PictureField key={placeKey(place)} place={place} value={data.value} shape={data.shape} edits={edits} />}
      {data && data.kind !== 'picture' && (
        <ValueForm key={placeKey(place)} data={data} save={(value) => edits.change(place, value, data.value ?? null)} />
      )}
      {list && mayChange && <ListItems list={list} edits={edits} />}
    </section>
  );
}

/** Returns the ref of the panel, which is scrolled to and focused once it shows a place that was chosen far from it. */
function useFocusOfFarPlace(place: ChosenPlace, isLoaded: boolean) {
  const panel = useRef<HTMLElement>(null);
  /** The place that the keyboard was moved to last. */
  const focused = useRef<ChosenPlace>(undefined);
  useEffect(() => {
    if (!place.isFar || !isLoaded || focused.current === place) return;
    focused.current = place;
    const element = panel.current!;
    element.scrollIntoView();
    (element.querySelector<HTMLElement>(':is(input, select, textarea):enabled') ?? element).focus({ preventScroll: true });
  }, [place, isLoaded]);
  return panel;
}

interface FormProps {
  data: PlaceValue;
  /** Changes the value. Returns whether it could. */
  save: (value: unknown) => Promise<boolean>;
}

const labels: Partial<Record<PlaceValue['kind'], string>> = { date: 'Day', time: 'Time', number: 'Number', choice: 'Choice' };

/** A box for yes or no. It shows what was chosen while that is being saved, and the value again if it was refused. */
function Switch({ isOn, save }: { isOn: boolean; save: FormProps['save'] }) {
  const mayChange = useMayChange();
  const [chosen, setChosen] = useState<boolean>();
  const isChecked = chosen ?? isOn;
  const choose = async (next: boolean) => {
    setChosen(next);
    await save(next);
    setChosen(undefined);
  };
  return (
    <label>
      <input type="checkbox" checked={isChecked} disabled={!mayChange} onChange={({ target }) => void choose(target.checked)} />
      {isChecked ? 'Yes' : 'No'}
    </label>
  );
}

/** What changes a value, by its kind. A list or a group has no value of its own. */
function ValueForm({ data, save }: FormProps) {
  if (data.kind === 'list' || data.kind === 'group') return <p className="quiet small">Choose one of its texts.</p>;
  if (data.kind === 'switch') return <Switch isOn={data.value === true} save={save} />;
  return <TypedForm data={data} save={save} />;
}

/** A field for a value that is typed or selected, and a button that saves it. What was typed stays if it cannot be saved. */
function TypedForm({ data: { kind, value, options, optionNames }, save }: FormProps) {
  const mayChange = useMayChange();
  const id = useId();
  const current = valueText(value);
  const { text, isOutdated, setText, keep } = useTyped(current);
  const label = labels[kind] ?? 'Text';
  const control = { id, value: text, disabled: !mayChange, onChange: ({ target }: { target: { value: string } }) => setText(target.value) };
  return (
    <Form onSubmit={() => void keep(() => save(kind === 'number' ? Number(text) : text))}>
      <div className="stack">
        <label htmlFor={id}>{label}</label>
        {kind === 'choice' && (
          <select {...control}>
            {options?.map((option) => (
              <option key={option} value={option}>
                {optionNames?.[option] ?? option}
              </option>
            ))}
          </select>
        )}
        {kind === 'text' && <textarea {...control} rows={Math.min(8, Math.ceil(text.length / 40) + 1)} />}
        {kind !== 'choice' && kind !== 'text' && <input {...control} type={kind} />}
      </div>
      {isOutdated && <p className="quiet small">Changed in the meantime to: {current}</p>}
      {mayChange && <Button type="submit">Keep this {label.toLowerCase()}</Button>}
    </Form>
  );
}
