import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { HouseSheet } from '../../server/routes/house.ts';
import { useData } from '../api.ts';
import { Answers, Contact } from '../components/Answers.tsx';
import { Empty, LoadingOrFailure } from '../components/Messages.tsx';
import { PrintHead, PrintSheet } from '../components/PrintView.tsx';
import { Select } from '../components/Select.tsx';
import { FounderName, PersonDialogs } from '../people/PersonDialogs.tsx';
import { retreatOptions } from '../words.ts';
import { useFacts } from '../facts.ts';
import css from './House.module.css';

/** The one sheet for the house, on the screen or on paper: who comes, in the order of arrival. */
export function House() {
  const facts = useFacts();
  const [slug, setSlug] = useState(facts.featuredRetreat);
  const { data, error } = useData<HouseSheet>(`/api/house?${new URLSearchParams({ retreat: slug })}`, ['entries', 'submissions']);
  const label = facts.retreats.find((retreat) => retreat.slug === slug)?.label ?? '';
  return (
    <PersonDialogs>
      <PrintHead title="The house" button="Print the sheet">
        <Select label="Retreat" value={slug} options={retreatOptions(facts)} onChange={setSlug} />
      </PrintHead>
      <LoadingOrFailure data={data} error={error} />
      {data && <GuestSheet label={label} guests={data} />}
    </PersonDialogs>
  );
}

function GuestSheet({ label, guests }: { label: string; guests: HouseSheet }) {
  const missing = guests.filter(({ answers }) => !answers).length;
  const isOrdered = guests.length > 1 && missing < guests.length;
  return (
    <PrintSheet>
      <h2>{label}</h2>
      {guests.length === 0 ? (
        <Empty>Nobody has accepted yet.</Empty>
      ) : (
        <p>
          {pluralize(guests.length, 'founder')}
          {isOrdered && ', in the order of arrival'}.{guests.length > 1 && missing > 0 && ` ${missingText(missing, guests.length)}`}
        </p>
      )}
      {guests.map(({ id, submissionId, name, brand, phone, answers }) => (
        <section key={id} className={css.guest}>
          <h3>
            <FounderName submissionId={submissionId} name={name} />
          </h3>
          <p className="quiet">
            <bdi>{brand}</bdi>, <Contact kind="tel" value={phone} />
          </p>
          {answers ? <Answers answers={answers} /> : <p>Has not sent the details for the house yet.</p>}
        </section>
      ))}
    </PrintSheet>
  );
}

const missingText = (missing: number, all: number) =>
  missing === all
    ? 'None of them has sent the details for the house yet.'
    : `${missing} of them ${missing === 1 ? 'has' : 'have'} not sent the details for the house yet.`;
