import { useState } from 'react';
import type { SubmitEvent } from 'react';
import type { Place } from '../../../editing/edits.ts';
import type { SiteFacts } from '../../server/context.ts';
import { Button } from '../components/Button.tsx';
import { Choice } from '../components/Choice.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure } from '../components/Messages.tsx';
import { post } from '../request.ts';
import type { MakeEdit } from './page-data.ts';

type Kind = 'workshop' | 'retreat';

interface Props {
  facts: SiteFacts;
  edit: MakeEdit;
  /** Called with the first place that is to be filled in. */
  onAdded: (first: Place) => void;
  onClose: () => void;
}

/** Adds a workshop or a retreat to the draft: a copy of another, whose dates are empty. */
export function NewPage({ facts, edit, onAdded, onClose }: Props) {
  const [kind, setKind] = useState<Kind>('workshop');
  const [slug, setSlug] = useState('');
  const [refusal, setRefusal] = useState('');
  const sources =
    kind === 'workshop'
      ? facts.workshops.map((each) => [each.slug, `${each.title}, ${each.dateText}`])
      : facts.retreats.map((each) => [each.slug, each.label]);
  const [from, setFrom] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const make = () =>
      post('/api/pages/new', { kind, slug, from: from || sources[0]?.[0] }).catch((reason: Error) => {
        setRefusal(reason.message);
        throw reason;
      });
    const finish = () => {
      onClose();
      onAdded(firstEmpty(kind, slug));
    };
    void edit(make, `The new ${kind} is in your draft. Fill in its dates next.`).then((done) => done && finish());
  };
  return (
    <Dialog title="Add a workshop or a retreat" onClose={onClose}>
      <form onSubmit={submit}>
        <Choice
          label="What to add"
          value={kind}
          options={[
            ['workshop', 'A workshop'],
            ['retreat', 'A retreat'],
          ]}
          onChange={(value) => {
            setKind(value);
            setFrom('');
          }}
        />
        <label>
          The end of its web address: lowercase letters, digits and hyphens, for example{' '}
          {kind === 'workshop' ? 'hiring-your-first-team' : 'fall-2027'}
          <input
            value={slug}
            required
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            autoComplete="off"
            onChange={({ target }) => setSlug(target.value)}
          />
        </label>
        <label>
          Start with the text of
          <select value={from || sources[0]?.[0]} onChange={({ target }) => setFrom(target.value)}>
            {sources.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {refusal && <Failure>{refusal}</Failure>}
        <p className="quiet small">No page will show it until you have filled in its dates and published it.</p>
        <div>
          <Button kind="action" type="submit">
            Add it to the draft
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const firstEmpty = (kind: Kind, slug: string): Place =>
  kind === 'workshop'
    ? { file: `speaker-series/${slug}.yaml`, pointer: '/on' }
    : { file: `retreats/${slug}/facts.yaml`, pointer: '/season' };
