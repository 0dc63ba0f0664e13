import { useState } from 'react';
import type { Place } from '../../../editing/place.ts';
import { retreatPageId, workshopPageId } from '../../../editing/preview/page-ids.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Form } from '../components/Form.tsx';
import { post } from '../request.ts';
import { Select } from '../components/Select.tsx';
import { TextField } from '../components/TextField.tsx';
import { retreatOptions, workshopOptions } from '../words.ts';
import { useFacts } from '../facts.ts';
import type { DraftEdits } from './use-draft-edits.ts';

type Kind = 'workshop' | 'retreat';

interface Props {
  edits: DraftEdits;
  /** Called with the page, which the draft has once every date is filled in, and the place that is to be changed first. */
  onAdded: (page: string, first: Place) => void;
  onClose: () => void;
}

/** Adds a workshop or a retreat to the draft: a copy of another, whose dates are empty. */
export function NewPage({ edits, onAdded, onClose }: Props) {
  const facts = useFacts();
  const [kind, setKind] = useState<Kind>('workshop');
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  /** The end of the address, if another one than that of the name was typed. */
  const [typedSlug, setTypedSlug] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const sources = kind === 'workshop' ? workshopOptions(facts.workshops) : retreatOptions(facts);
  const [chosen, setChosen] = useState('');
  // The latest is the most like the next one.
  const from = chosen || (kind === 'workshop' ? facts.workshops : facts.retreats).at(-1)?.slug;
  const slug = typedSlug ?? slugOf(name);
  const knownDay = kind === 'workshop' && day ? day : undefined;
  async function add(): Promise<void> {
    const make = () => post('/api/pages/new', { kind, slug, from, name, day: knownDay });
    const next = knownDay ? 'Change its words next.' : 'Fill in its dates next.';
    if (!(await edits.edit(make, `The new ${kind} is in your draft. ${next}`, setRefusal))) return;
    onClose();
    onAdded(kind === 'workshop' ? workshopPageId(slug, 'upcoming') : retreatPageId(slug, 'open'), firstPlace(kind, slug, knownDay));
  }
  return (
    <Dialog title="Add a workshop or a retreat" onClose={onClose}>
      <Form failure={refusal} onSubmit={() => void add()}>
        <Choice
          label="What to add"
          value={kind}
          options={[
            ['workshop', 'A workshop'],
            ['retreat', 'A retreat'],
          ]}
          onChange={(value) => {
            setKind(value);
            setChosen('');
          }}
        />
        <TextField
          label={kind === 'workshop' ? 'Its name, for example Hiring Your First Team' : 'Its season, for example Fall 2027'}
          value={name}
          required
          autoComplete="off"
          onChange={setName}
        />
        {kind === 'workshop' && <TextField label="Its day, if you know it" type="date" value={day} onChange={setDay} />}
        <TextField
          label="The end of its web address: lowercase letters, digits and hyphens"
          value={slug}
          required
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          autoComplete="off"
          onChange={setTypedSlug}
        />
        <Select label="Start with the text of" value={from} options={sources} onChange={setChosen} />
        <p className="quiet small">Its page opens once its dates are filled in, and nobody else sees it until you publish it.</p>
        <Button kind="action" type="submit">
          Add it to the draft
        </Button>
      </Form>
    </Dialog>
  );
}

/** Returns the place of the first empty date; with a known day, that of the headline, which is still the one of the copied workshop. */
const firstPlace = (kind: Kind, slug: string, knownDay: string | undefined): Place =>
  kind === 'workshop'
    ? { file: `speaker-series/${slug}.yaml`, pointer: knownDay ? '/headline' : '/on' }
    : { file: `retreats/${slug}/facts.yaml`, pointer: '/earliest' };

/** Returns the end of a web address for a name: “Hiring Your First Team” becomes hiring-your-first-team. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/gu, '');
