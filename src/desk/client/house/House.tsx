import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { HouseSheet } from '../../server/routes/house.ts';
import { useData } from '../api.ts';
import { Answers } from '../components/Answers.tsx';
import { Button } from '../components/Button.tsx';
import { Empty, Failure, Loading } from '../components/Messages.tsx';
import { PrintHead, PrintSheet } from '../components/PrintView.tsx';
import { Select } from '../components/Select.tsx';
import { PersonDialog } from '../people/PersonDialog.tsx';
import { retreatOptions } from '../words.ts';
import { useFacts } from '../facts.ts';
import css from './House.module.css';

/** The one sheet for the house, on the screen or on paper: who comes, in the order of arrival. */
export function House() {
  const facts = useFacts();
  const [slug, setSlug] = useState(facts.featuredRetreat);
  /** The id of the submission whose dialog is open. */
  const [opened, setOpened] = useState<string>();
  const { data, error } = useData<HouseSheet>(`/api/house?${new URLSearchParams({ retreat: slug })}`, ['entries', 'submissions']);
  const label = facts.retreats.find((retreat) => retreat.slug === slug)?.label ?? '';
  return (
    <>
      <PrintHead title="The house" button="Print the sheet">
        <Select label="Retreat" value={slug} options={retreatOptions(facts.retreats)} onChange={setSlug} />
      </PrintHead>
      {error && <Failure>{error}</Failure>}
      {data ? <GuestSheet label={label} guests={data} onOpen={setOpened} /> : !error && <Loading />}
      {opened && <PersonDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface GuestSheetProps {
  label: string;
  guests: NonNullable<HouseSheet>;
  onOpen: (submissionId: string) => void;
}

function GuestSheet({ label, guests, onOpen }: GuestSheetProps) {
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
          {isOrdered && ', in the order of arrival'}.{guests.length > 1 && missing > 0 && ` ${missingText(missing)}`}
        </p>
      )}
      {guests.map(({ id, submissionId, name, brand, phone, answers }) => (
        <section key={id} className={css.guest}>
          <h3>
            <Button kind="link" onClick={() => onOpen(submissionId)}>
              <bdi>{name}</bdi>
            </Button>
          </h3>
          <p className="quiet">
            <bdi>{brand}</bdi>, <bdi>{phone}</bdi>
          </p>
          {answers ? <Answers answers={answers} /> : <p>Has not sent the details for the house yet.</p>}
        </section>
      ))}
    </PrintSheet>
  );
}

const missingText = (missing: number) => `${missing} of them ${missing === 1 ? 'has' : 'have'} not sent the details for the house yet.`;
