import { useState } from 'react';
import { Link } from 'wouter';
import { pluralize } from '../../../content/format.ts';
import { workshopPageId } from '../../../editing/preview/page-ids.ts';
import { identicalQuestions } from '../../../workshops/identical-questions.ts';
import { dateWithYear } from '../../../workshops/phases.ts';
import type { RunSheet } from '../../../workshops/run-sheet.ts';
import { useData } from '../api.ts';
import { Empty, LoadingOrFailure } from '../components/Messages.tsx';
import { PrintHead, PrintSheet } from '../components/PrintView.tsx';
import { Select } from '../components/Select.tsx';
import { workshopOptions } from '../words.ts';
import { useFacts, useMayChange } from '../facts.ts';
import css from './Questions.module.css';

/** The run sheet that the speaker takes into the call, on the screen or on paper. */
export function Questions() {
  const { workshops } = useFacts();
  const mayChange = useMayChange();
  const [slug, setSlug] = useState('');
  const { data, error } = useData<RunSheet>(`/api/questions?${new URLSearchParams({ workshop: slug })}`, ['submissions']);
  return (
    <>
      <PrintHead title="Questions for the speaker" button="Print the run sheet">
        <Select label="Workshop" value={slug || data?.workshop.slug} options={workshopOptions(workshops)} onChange={setSlug} />
      </PrintHead>
      <LoadingOrFailure data={data} error={error} />
      {data && mayChange && (
        <p className="screen-only">
          You store the address of the video call{' '}
          <Link href={`/pages?page=${workshopPageId(data.workshop.slug, 'upcoming')}`}>under Pages</Link>, where the day and the time of the
          workshop are too.
        </p>
      )}
      {data && <QuestionSheet sheet={data} />}
    </>
  );
}

function QuestionSheet({ sheet: { workshop, registered, feedback, groups } }: { sheet: RunSheet }) {
  return (
    <PrintSheet>
      <h2>{workshop.title}</h2>
      <p>
        {dateWithYear(workshop)}, {workshop.timeText}. {pluralize(registered, 'founder')} registered,{' '}
        {pluralize(groups.flat().length, 'question')}.
      </p>
      {groups.length === 0 && <Empty>Nobody has asked a question yet.</Empty>}
      {groups.map((group) => (
        <section key={group.map(({ question }) => question).join('\n')} className={css.group}>
          {group.length > 1 && <h3>{group.length} similar questions</h3>}
          <ul role="list" className="stack">
            {identicalQuestions(group).map(({ question, askers }) => (
              <li key={question}>
                <p className={css.question}>
                  <span dir="auto">{question}</span>
                  {askers.length > 1 && <span aria-label={`asked by ${askers.length} founders`}> ×{askers.length}</span>}
                </p>
                {askers.map(({ name, brand, systemSize }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two founders may have the same name and brand
                  <p key={index} className="quiet">
                    <bdi>{name}</bdi>, <bdi>{brand}</bdi>, {systemSize}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {[...Map.groupBy(feedback, ({ question }) => question)].map(([question, answers]) => (
        <section key={question} className={css.group}>
          <h3>{question}</h3>
          <ul role="list" className="stack">
            {answers.map(({ answer, count }) => (
              <li key={answer}>
                {answer}: {pluralize(count, 'founder')}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </PrintSheet>
  );
}
