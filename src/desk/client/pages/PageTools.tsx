import type { PageList } from '../../server/routes/preview.ts';
import { Choice } from '../components/Choice.tsx';

/** The kind of screen on which a page is shown. */
export type Width = 'phone' | 'tablet' | 'desktop';

type Page = PageList['pages'][number];

interface Props {
  pages: Page[];
  page: Page;
  onPage: (id: string) => void;
  width: Width;
  onWidth: (width: Width) => void;
}

/** Chooses the page that is shown, and the width of its screen. */
export function PageTools({ pages, page, onPage, width, onWidth }: Props) {
  return (
    <div className="spread">
      <label>
        Page
        <select value={page.id} onChange={({ target }) => onPage(target.value)}>
          {[...Map.groupBy(pages, ({ group }) => group)].map(([group, inGroup]) => (
            <optgroup key={group} label={group}>
              {inGroup.map((each) => (
                <option key={each.id} value={each.id}>
                  {nameOf(each)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <Choice
        label="Shown as on a"
        value={width}
        options={[
          ['phone', 'Phone'],
          ['tablet', 'Tablet'],
          ['desktop', 'Desktop'],
        ]}
        onChange={onWidth}
      />
    </div>
  );
}

/** Returns the name of a page in the list. */
export const nameOf = ({ title, about }: Page): string => [title, about].filter(Boolean).join(', ');
