import type { Conflict } from '../../../editing/rebase.ts';
import { placeKey, placeName } from '../../../editing/place.ts';
import { useOwnerNames } from './owner-names.ts';
import { valueText } from './places.ts';
import css from './Pages.module.css';
import { ShownValue } from './ShownValue.tsx';

/** Which text is kept, by the place of its conflict. */
export type Kept = Partial<Record<string, 'mine' | 'theirs'>>;

interface Props {
  conflicts: Conflict[];
  kept: Kept;
  onKeep: (at: string, whose: 'mine' | 'theirs') => void;
}

/** Asks for each place that somebody else has changed too which text is kept. */
export function Conflicts({ conflicts, kept, onKeep }: Props) {
  const names = useOwnerNames();
  return conflicts.map((place) => (
    <fieldset key={placeKey(place)} className={`stack ${css.conflict}`}>
      <legend>
        {place.pointer === ''
          ? `${placeName(place, names)} was added by someone else too. Which one do you want to keep?`
          : `${placeName(place, names)} was changed by someone else too. Which text do you want to keep?`}
      </legend>
      {(['mine', 'theirs'] as const).map((whose) => (
        <label key={whose}>
          <input
            type="radio"
            name={placeKey(place)}
            checked={kept[placeKey(place)] === whose}
            onChange={() => onKeep(placeKey(place), whose)}
          />
          <span>
            {whose === 'mine' ? 'Yours: ' : 'Theirs: '}
            <Version place={place} whose={whose} />
          </span>
        </label>
      ))}
    </fieldset>
  ));
}

function Version({ place, whose }: { place: Conflict; whose: 'mine' | 'theirs' }) {
  const value = place[whose];
  if (valueText(value) === '') return 'nothing';
  if (place.pointer === '') return whose === 'mine' ? 'the one in your draft' : 'the one that is published';
  return <ShownValue place={place} value={value} />;
}
