import { useState } from 'react';
import type { QuestionsView } from '../server/shapes.ts';
import type { RoomProps } from './App.tsx';
import { useLoaded } from './ask.ts';
import { Button } from './Button.tsx';
import { useLive } from './live.tsx';
import css from './Questions.module.css';
import { Empty, Failure, Waiting } from './State.tsx';
import { pluralize } from '../../content/format.ts';

/** What the speaker takes into the call, on the screen or on paper. */
export function Questions({ facts }: RoomProps) {
  const { versions } = useLive();
  const [slug, setSlug] = useState('');
  const path = slug ? `/api/questions?${new URLSearchParams({ workshop: slug })}` : '/api/questions';
  const { data, error } = useLoaded<QuestionsView>(path, versions.submissions);
  return (
    <>
      <header className={css.head}>
        <h1>Questions for the speaker</h1>
        <div className={css.tools}>
          <label>
            Workshop
            <select value={slug || data?.workshop.slug} onChange={({ target }) => setSlug(target.value)}>
              {facts.workshops.map((workshop) => (
                <option key={workshop.slug} value={workshop.slug}>
                  {workshop.title}, {workshop.dateText}
                </option>
              ))}
            </select>
          </label>
          <Button kind="action" onClick={() => print()}>
            Print the run sheet
          </Button>
        </div>
      </header>
      {error && <Failure>{error}</Failure>}
      {data ? <Sheet sheet={data} /> : !error && <Waiting />}
    </>
  );
}

function Sheet({ sheet: { workshop, registered, groups } }: { sheet: QuestionsView }) {
  return (
    <article className={css.sheet}>
      <h2>{workshop.title}</h2>
      <p>
        {workshop.dateText}, {workshop.timeText}. {pluralize(registered, 'founder')} registered,{' '}
        {pluralize(groups.flat().length, 'question')}.
      </p>
      {groups.length === 0 && <Empty>Nobody has asked anything yet.</Empty>}
      {groups.map((group) => (
        <section key={group.map(({ question }) => question).join('\n')} className={css.group}>
          {group.length > 1 && <h3>{group.length} alike</h3>}
          <ul role="list">
            {group.map(({ question, name, brand, systemSize }) => (
              <li key={`${name} ${brand} ${question}`}>
                <p className={css.question}>{question}</p>
                <p className={css.who}>
                  {name}, {brand}, {systemSize}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
