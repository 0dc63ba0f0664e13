import { useState } from 'react';
import { placeKey, labelOf, ownerName, ownerOf, sectionOf, type Place } from '../../../editing/place.ts';
import type { PageFields } from '../../server/routes/preview.ts';
import { useData } from '../api.ts';
import { SearchField } from '../components/TextField.tsx';
import { hasEveryWord } from '../words.ts';
import { useOwnerNames } from './owner-names.ts';
import css from './Pages.module.css';
import { readableText } from './ShownValue.tsx';

type Field = PageFields['fields'][number];

interface Props {
  page: string;
  /** The places that the page shows. */
  shown: ReadonlySet<string>;
  onChoosePlace: (place: Place) => void;
}

/** Values that affect the page but are not visible text on it: dates, switches, titles for search engines, pictures. */
export function OtherFields({ page, shown, onChoosePlace }: Props) {
  const names = useOwnerNames();
  const [search, setSearch] = useState('');
  const { data } = useData<PageFields>(`/api/pages/list/${page}/fields`, []);
  const others = (data?.fields ?? []).filter((field) => !shown.has(placeKey(field)));
  const found = others.filter((field) => isFound(field, search));
  if (others.length === 0) return null;
  return (
    <details className={css.others}>
      <summary>Dates, switches and other values of this page ({others.length})</summary>
      <search>
        <SearchField label="Find a value" value={search} onChange={setSearch} />
      </search>
      <p className={`quiet small ${css.count}`} role="status">
        {search.trim() && `${found.length} of ${others.length} values`}
      </p>
      <div className={`stack ${css.groups}`}>
        {[...Map.groupBy(found, ({ file }) => ownerOf(file))].map(([owner, ofOwner]) => (
          <section key={owner} className="stack">
            <h2>{ownerName(owner, names) || 'All pages'}</h2>
            {[...Map.groupBy(ofOwner, sectionOf)].map(([section, inSection]) => (
              <section key={section}>
                <h3>{section}</h3>
                <ul role="list">
                  {inSection.map((field) => (
                    <li key={placeKey(field)}>
                      <button type="button" onClick={() => onChoosePlace(placeToOpen(field))}>
                        <span>{labelOf(field)}</span> {!isPictureSource(field) && <span className="quiet small">{shownText(field)}</span>}
                      </button>
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </section>
        ))}
      </div>
    </details>
  );
}

const shownText = ({ valueName, value }: Field): string => valueName ?? readableText(value);

/** Returns whether the name, the value or the help of a field has every word of a search. */
const isFound = (field: Field, search: string): boolean =>
  hasEveryWord([labelOf(field), isPictureSource(field) ? '' : shownText(field), field.help].join('\n'), search);

const isPictureSource = ({ pointer }: Place): boolean => pointer.endsWith('/src');

/** Returns the place whose field is opened: for the file of a picture, the picture. */
const placeToOpen = ({ file, pointer }: Place): Place => ({ file, pointer: pointer.replace(/\/src$/u, '') });
