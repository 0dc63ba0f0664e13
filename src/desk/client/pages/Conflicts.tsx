import type { Conflict } from '../../../editing/edits.ts';
import { placeName } from '../../../editing/place-name.ts';
import { atOf, textOf } from './page-data.ts';
import css from './Pages.module.css';

/** Which text is kept, by the place of its conflict. */
export type Kept = Partial<Record<string, 'mine' | 'theirs'>>;

interface Props {
  conflicts: Conflict[];
  kept: Kept;
  onKeep: (at: string, whose: 'mine' | 'theirs') => void;
}

/** Asks for each place that somebody else has changed too which text is kept. */
export const Conflicts = ({ conflicts, kept, onKeep }: Props) =>
  conflicts.map((place) => (
    <fieldset key={atOf(place)} className={`stack ${css.conflict}`}>
      <legend>
        {place.pointer === ''
          ? `${placeName(place)} was added by someone else too. Which one do you want to keep?`
          : `${placeName(place)} was changed by someone else too. Which text do you want to keep?`}
      </legend>
      {(['mine', 'theirs'] as const).map((whose) => (
        <label key={whose}>
          <input type="radio" name={atOf(place)} checked={kept[atOf(place)] === whose} onChange={() => onKeep(atOf(place), whose)} />
          {whose === 'mine' ? 'Yours: ' : 'Theirs: '}
          {textOf(place[whose]) || 'nothing'}
        </label>
      ))}
    </fieldset>
  ));
