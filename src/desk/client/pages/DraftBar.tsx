import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '../../../content/format.ts';
import type { Place } from '../../../editing/place.ts';
import type { DraftState } from '../../server/routes/pages.ts';
import type { PageList } from '../../server/routes/preview.ts';
import { Button } from '../components/Button.tsx';
import { useMayChange } from '../facts.ts';
import { FindingList } from './FindingList.tsx';
import { History } from './History.tsx';
import { NewPage } from './NewPage.tsx';
import css from './Pages.module.css';
import { Publish } from './Publish.tsx';
import { UndoPublish } from './UndoPublish.tsx';
import type { DraftEdits } from './use-draft-edits.ts';

interface Props {
  draft: DraftState;
  edits: DraftEdits;
  pages: PageList['pages'];
  onPage: (id: string) => void;
}

/** What is in the draft, and what can be done with it as a whole. */
export function DraftBar({ draft, edits, pages, onPage }: Props) {
  const mayChange = useMayChange();
  const [open, setOpen] = useState<'publish' | 'undo' | 'history' | 'new'>();
  const close = () => setOpen(undefined);
  const begin = (what: 'publish' | 'undo') => {
    // The last message about the draft no longer applies.
    edits.clearOutcome();
    setOpen(what);
  };
  const hasEdits = draft.edits > 0;
  const { mutate: undoLastChange, isPending: isUndoing } = useMutation({ mutationFn: edits.undoLastChange });
  const show = (place: Place, page = pageOf(place, pages)) => {
    if (page) onPage(page);
    edits.goTo(place);
  };
  return (
    <div className={`stack ${css.draft}`}>
      <div className="row">
        <p>{summaryText(draft)}</p>
        <div className="row">
          {mayChange && (
            <>
              <Button kind="action" isUnavailable={!hasEdits} onClick={() => begin('publish')}>
                Publish …
              </Button>
              <Button isUnavailable={!hasEdits || isUndoing} onClick={undoLastChange}>
                Undo the last change
              </Button>
              <Button onClick={() => setOpen('new')}>Add a workshop or a retreat</Button>
            </>
          )}
          <Button onClick={() => setOpen('history')}>History</Button>
        </div>
      </div>
      <FindingList name={pluralize(draft.findings.length, 'problem')} findings={draft.findings} show={show} />
      <FindingList name={`Before going public: ${pluralize(draft.launch.length, 'thing')} to do`} findings={draft.launch} show={show} />
      {open === 'publish' && <Publish draft={draft} onClose={close} />}
      {open === 'undo' && <UndoPublish onClose={close} />}
      {open === 'history' && <History onUndo={() => begin('undo')} onClose={close} />}
      {open === 'new' && <NewPage edits={edits} onAdded={show} onClose={close} />}
    </div>
  );
}

function summaryText({ edits, findings, conflicts }: DraftState): string {
  const sentences = [edits === 0 ? 'Your draft has no changes.' : `${pluralize(edits, 'change')} in your draft.`];
  if (findings.length > 0) sentences.push(`${pluralize(findings.length, 'problem')} to correct first.`);
  if (conflicts > 0)
    sentences.push(`${pluralize(conflicts, 'text was', 'texts were')} changed by someone else too: press Publish to choose.`);
  return sentences.join(' ');
}

/** Returns the first page that shows the values of a file, which is in the list once the retreat or workshop has its dates. */
const pageOf = ({ file }: Place, pages: PageList['pages']): string | undefined =>
  pages.find(({ shows }) => shows.some((name) => `${file}/`.startsWith(`${name}/`)))?.id;
