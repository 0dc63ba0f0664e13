import { useState } from 'react';
import type { Place } from '../../../editing/place.ts';
import { retreatPageId, workshopPageId } from '../../../editing/preview/page-ids.ts';
import type { SiteFacts } from '../../server/context.ts';
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

/** What differs between adding a workshop and adding a retreat. */
const kinds = {
  workshop: {
    nameLabel: 'Its name, for example Hiring Your First Team',
    sourcesIn: ({ workshops }: SiteFacts) => workshopOptions(workshops),
    pageOf: (slug: string) => workshopPageId(slug, 'upcoming'),
    editedFileOf: (slug: string) => `speaker-series/${slug}.yaml`,
    firstDate: '/on',
  },
  retreat: {
    nameLabel: 'Its season, for example Fall 2027',
    sourcesIn: retreatOptions,
    pageOf: (slug: string) => retreatPageId(slug, 'open'),
    editedFileOf: (slug: string) => `retreats/${slug}/facts.yaml`,
    firstDate: '/earliest',
  },
};

type Kind = keyof typeof kinds;

interface Props {
  edits: DraftEdits;
  /** Called with the place that is to be changed first, and its page, which the draft has once every date is filled in. */
  onAdded: (first: Place, page: string) => void;
  onClose: () => void;
}

/** Adds a workshop or a retreat to the draft: a copy of another, whose dates are empty. */
export function NewPage({ edits, onAdded, onClose }: Props) {
  const facts = useFacts();
  const [kind, setKind] = useState<Kind>('workshop');
  const [name, setName] = useState('');
  const [day, setDay] = useState('');
  /** The end of the address, if one other than that of the name was typed. */
  const [typedSlug, setTypedSlug] = useState<string>();
  const [refusal, setRefusal] = useState('');
  const [chosen, setChosen] = useState('');
  const { nameLabel, sourcesIn, pageOf, editedFileOf, firstDate } = kinds[kind];
  const sources = sourcesIn(facts);
  // The first is the latest, which is most similar to the next one.
  const from = chosen || sources[0]?.[0];
  const slug = typedSlug ?? slugOf(name);
  const knownDay = (kind === 'workshop' && day) || undefined;

  async function add(): Promise<void> {
    const make = () => post('/api/pages/new', { kind, slug, from, name, day: knownDay });
    const next = knownDay ? 'Change its words next.' : 'Fill in its dates next.';
    if (!(await edits.edit(make, `The new ${kind} is in your draft. ${next}`, setRefusal))) return;
    onClose();
    // The headline is still that of the copied workshop.
    onAdded({ file: editedFileOf(slug), pointer: knownDay ? '/headline' : firstDate }, pageOf(slug));
  }

  return (
    <Dialog title="Add a workshop or a retreat" onClose={onClose}>
      <Form failure={refusal} onSubmit={() => void add()}>
        <Choice
          label="What to add"
          value={kind}
          options={{ workshop: 'A workshop', retreat: 'A retreat' }}
          onChange={(value) => {
            setKind(value);
            setChosen('');
          }}
        />
        <TextField label={nameLabel} value={name} required autoComplete="off" onChange={setName} />
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

/** Returns the end of a web address for a name: “Hiring Your First Team” becomes hiring-your-first-team. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 80)
    .replaceAll(/^-|-$/gu, '');
