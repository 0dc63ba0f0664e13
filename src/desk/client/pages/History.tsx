import type { HistoryEntry } from '../../server/routes/publish.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Empty, LoadingOrFailure } from '../components/Messages.tsx';
import { momentText } from '../words.ts';
import { useMayChange } from '../facts.ts';
import { ChangeList } from './ChangeList.tsx';

/** What was published, when and by whom, the last first. */
export function History({ onUndo, onClose }: { onUndo: () => void; onClose: () => void }) {
  const mayChange = useMayChange();
  const { data, error } = useData<HistoryEntry[]>('/api/pages/history', []);
  return (
    <Dialog title="History" onClose={onClose}>
      <LoadingOrFailure data={data} error={error} />
      {data?.length === 0 && <Empty>Nothing was published from here yet.</Empty>}
      {mayChange && data && data.length > 0 && (
        <div>
          {isUndone(data) ? <p>Everything in the history has been undone.</p> : <Button onClick={onUndo}>Undo the last publish …</Button>}
        </div>
      )}
      {data?.map((entry) => (
        <section key={entry.id} className="stack">
          <h3>
            {momentText(entry.at)}, {entry.who}
          </h3>
          {entry.undoes !== undefined && <p>{undoText(data.find(({ id }) => id === entry.undoes))}</p>}
          <ChangeList changes={entry.changes} />
        </section>
      ))}
    </Dialog>
  );
}

/** Whether there is nothing more to undo. */
function isUndone(history: HistoryEntry[]): boolean {
  const undone = new Set(history.map(({ undoes }) => undoes));
  return history.every(({ id, undoes }) => undoes !== undefined || undone.has(id));
}

/** Says what an undo undid. The history keeps only the newest, so that publish may be gone from it. */
const undoText = (undone: HistoryEntry | undefined): string =>
  undone ? `Undid what ${undone.who} published on ${momentText(undone.at)}:` : 'Undid an earlier publish:';
