import { useState } from 'react';
import { workshopPageId, workshopPhases } from '../../../editing/preview/page-ids.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import type { PageList } from '../../server/routes/preview.ts';
import { useData } from '../api.ts';
import { Choice } from '../components/Choice.tsx';
import { Empty, Failure, Loading } from '../components/Messages.tsx';
import { useFacts, useMayChange } from '../facts.ts';
import { DraftBar } from './DraftBar.tsx';
import { atOfElement, editable } from './edit-in-frame.ts';
import { FieldPanel } from './FieldPanel.tsx';
import { Frame } from './Frame.tsx';
import { MeetingLink } from './MeetingLink.tsx';
import { OtherFields } from './OtherFields.tsx';
import css from './Pages.module.css';
import { useDraftEdits } from './use-draft-edits.ts';

/** The width of the screen on which a page is shown, in CSS pixels. */
const widths = { phone: 390, tablet: 768, desktop: 1280 };
type Width = keyof typeof widths;

/** The pages as they will look, to edit in place and publish. */
export function Pages() {
  const { workshops } = useFacts();
  const mayChange = useMayChange();
  const { data: list, error: listError } = useData<PageList>('/api/pages/list', []);
  const { data: draft, error } = useData<DraftState>('/api/pages', []);
  const [chosenPage, setChosenPage] = useState(() => new URLSearchParams(location.search).get('page') ?? '');
  const [width, setWidth] = useState<Width>(innerWidth < 700 ? 'phone' : 'desktop');
  const edits = useDraftEdits();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const pageWithId = (wanted?: string) => list?.pages.find(({ id }) => id === wanted);
  const page = pageWithId(chosenPage) ?? pageWithId(list?.frontPage) ?? list?.pages[0];
  /** A workshop of the draft has no founders yet, and no links of theirs. */
  const workshop = workshops.find(({ slug }) => workshopPhases.some((phase) => workshopPageId(slug, phase) === page?.id));

  const onLoad = (document: Document) => {
    // What is not seen, such as a title for search engines or the answer of a closed question, is in the list below.
    const places = [...document.querySelectorAll(editable)].filter((element) => element.checkVisibility()).map(atOfElement);
    setShown((before) => (before.size === places.length && places.every((at) => before.has(at)) ? before : new Set(places)));
  };

  const openPage = (id: string) => {
    setChosenPage(id);
    edits.setPlace(undefined);
  };

  return (
    <>
      <header>
        <h1>Pages</h1>
        <p className="subtitle">
          {mayChange
            ? 'Click a text to change it, or go to it with Tab and press Enter. Nothing is public until you publish it.'
            : 'Click a text to see its field, or go to it with Tab and press Enter. Your access does not let you change anything.'}
        </p>
      </header>
      <Failure>{listError ?? error}</Failure>
      {draft && <DraftBar draft={draft} edits={edits} pages={list?.pages ?? []} onPage={setChosenPage} />}
      <p className="visually-hidden" role="status">
        {edits.outcome.done}
      </p>
      {!list && !listError && <Loading />}
      {list && page && (
        <div className="spread">
          <PageSelect pages={list.pages} value={page.id} onChange={openPage} />
          <Choice
            label="Shown as on a"
            value={width}
            options={{ phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' }}
            onChange={setWidth}
          />
        </div>
      )}
      {/* A problem must be correctable even if the pages cannot be listed. */}
      {(page ?? edits.place) && (
        <div className={`stack roomy ${css.columns}`}>
          {list && page && (
            <Frame
              key={page.id}
              title={nameOf(page)}
              src={`${list.base}/page/${page.id}`}
              widthPx={widths[width]}
              onLoad={onLoad}
              mayChange={mayChange}
              {...edits.inFrame}
            />
          )}
          <aside className={`stack roomy ${css.side}`} aria-label={mayChange ? 'What can be changed' : 'Fields of the page'}>
            {edits.place ? (
              <FieldPanel place={edits.place} findings={[...(draft?.findings ?? []), ...(draft?.launch ?? [])]} edits={edits} />
            ) : (
              <NoPlace refusal={edits.outcome.refusal} hasDrawing={page !== undefined && beginsWithDrawing(page.id)} />
            )}
            {mayChange && workshop && <MeetingLink key={workshop.slug} workshop={workshop.slug} />}
            {page && <OtherFields key={page.id} page={page.id} shown={shown} onChoosePlace={edits.goTo} />}
          </aside>
        </div>
      )}
    </>
  );
}

interface PageSelectProps {
  pages: PageList['pages'];
  /** The id of the chosen page. */
  value: string;
  onChange: (id: string) => void;
}

/** Chooses a page; the pages of one retreat or workshop are a group. */
const PageSelect = ({ pages, value, onChange }: PageSelectProps) => (
  <label>
    Page
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {[...Map.groupBy(pages, ({ group }) => group)].map(([group, inGroup]) => (
        <optgroup key={group} label={group}>
          {inGroup.map((page) => (
            <option key={page.id} value={page.id}>
              {nameOf(page)}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  </label>
);

/** What is beside the page while no field is chosen. */
const NoPlace = ({ refusal, hasDrawing }: { refusal: string | undefined; hasDrawing: boolean }) => (
  <>
    <Failure>{refusal}</Failure>
    <Empty>
      Choose a text or a picture on the page.
      {hasDrawing && ' The drawing at its top is part of the site’s code and cannot be changed here.'}
    </Empty>
  </>
);

/** Returns the name of a page in the list. */
const nameOf = ({ title, about }: PageList['pages'][number]): string => [title, about].filter(Boolean).join(', ');

/** Returns whether a page begins with a drawing instead of a picture, as those of retreats and workshops do. */
const beginsWithDrawing = (id: string): boolean => /^(?:retreat|workshop)-/u.test(id);
