import { useState } from 'react';
import { systemSizes } from '../../../forms/fields.ts';
import type { Audience } from '../../../letters/audience.ts';
import { waitlistStates } from '../../../letters/waitlist-states.ts';
import { useChange } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Form } from '../components/Form.tsx';
import { Notice } from '../components/Messages.tsx';
import { entryLabels } from '../../../retreats/entry-states.ts';
import { Select } from '../components/Select.tsx';
import { TextField } from '../components/TextField.tsx';
import { retreatOptions, workshopOptions } from '../words.ts';
import { useFacts } from '../facts.ts';

type Waiting = Extract<Audience, { of: 'waitlist' }>;

const groups = {
  waitlist: 'On a waitlist',
  came: 'Came to a workshop',
  missed: 'Missed a workshop',
  'next-workshop': 'Waiting for the next workshop',
};

/** Chooses the group that a new letter is for. The letter begins with the words of content/emails. */
export function BeginLetter({ onBegun }: { onBegun: (id: string) => void }) {
  const facts = useFacts();
  const [group, setGroup] = useState<keyof typeof groups>('waitlist');
  const everyoneWaiting: Waiting = { of: 'waitlist', retreat: facts.featuredRetreat, state: 'waiting', sizes: [], since: '' };
  const [waiting, setWaiting] = useState(everyoneWaiting);
  const latest = facts.workshops.findLast(({ isOver }) => isOver) ?? facts.workshops[0];
  const [workshop, setWorkshop] = useState(latest?.slug ?? '');
  const ahead = facts.workshops.filter(({ isAhead }) => isAhead);
  const [announced, setAnnounced] = useState(ahead[0]?.slug ?? '');
  const begin = useChange<{ id: string }>();
  const beginBoth = useChange<{ ids: string[] }>();
  const isAfterWorkshop = group === 'came' || group === 'missed';
  const chosenAudience = (): Audience => {
    if (group === 'waitlist') return waiting;
    if (group === 'next-workshop') return { of: group, ...(announced && { workshop: announced }) };
    return { of: 'workshop', workshop, attendance: group };
  };
  const submit = () => begin.mutate({ path: '/api/letters', body: { audience: chosenAudience() } }, { onSuccess: ({ id }) => onBegun(id) });
  return (
    <Form failure={(begin.error ?? beginBoth.error)?.message} onSubmit={submit}>
      {beginBoth.data && (
        <Notice key={beginBoth.submittedAt}>
          Two letters are in the list below: one for founders who came, one for those who missed it.
        </Notice>
      )}
      <Choice label="To whom" value={group} options={groups} onChange={setGroup} isLong showsLabel />
      {group === 'waitlist' && <WaitlistGroup chosen={waiting} onChange={setWaiting} />}
      {isAfterWorkshop && <Select label="Workshop" value={workshop} options={workshopOptions(facts.workshops)} onChange={setWorkshop} />}
      {group === 'next-workshop' && (
        <p>
          Founders who registered for a workshop that was cancelled, or for the next one after its end, and for none since; founders who
          registered after the end of one and checked “Keep me posted”; and the alumnae.
        </p>
      )}
      {group === 'next-workshop' && ahead.length > 0 && (
        <Select
          label="The workshop that the letter announces; founders who registered for it are left out"
          value={announced}
          options={[...workshopOptions(ahead), ['', 'None of these']]}
          onChange={setAnnounced}
        />
      )}
      <p className="row">
        <Button kind="action" type="submit" isUnavailable={begin.isPending}>
          Write a letter to them
        </Button>
        {isAfterWorkshop && (
          <Button
            isUnavailable={beginBoth.isPending}
            onClick={() => beginBoth.mutate({ path: '/api/letters/after-workshop', body: { workshop } })}
          >
            Create both letters after this workshop
          </Button>
        )}
      </p>
    </Form>
  );
}

function WaitlistGroup({ chosen, onChange }: { chosen: Waiting; onChange: (chosen: Waiting) => void }) {
  const facts = useFacts();
  const { retreat, state, sizes, since } = chosen;
  const toggle = (size: string) => onChange({ ...chosen, sizes: systemSizes.filter((each) => (each === size) !== sizes.includes(each)) });
  return (
    <>
      <Select label="Retreat" value={retreat} options={retreatOptions(facts)} onChange={(slug) => onChange({ ...chosen, retreat: slug })} />
      <Select
        label="State"
        value={state}
        options={waitlistStates.map((each) => [each, entryLabels[each]] as const)}
        onChange={(value) => onChange({ ...chosen, state: value })}
      />
      <fieldset className="stack small">
        <legend>System size (leave all unchecked to include everyone)</legend>
        {systemSizes.map((size) => (
          <label key={size}>
            <input type="checkbox" checked={sizes.includes(size)} onChange={() => toggle(size)} />
            {size}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Joined on or after (leave empty to include everyone)"
        type="date"
        value={since}
        onChange={(day) => onChange({ ...chosen, since: day })}
      />
    </>
  );
}
