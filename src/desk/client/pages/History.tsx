import type { Release } from '../../../editing/release-history.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Empty, Failure, Loading } from '../components/Messages.tsx';
import { momentText } from '../words.ts';
import { useMayChange } from '../facts.ts';
import { ChangeList } from './ChangeList.tsx';

/** What was published, when and by whom, the last first. */
export function History({ onUndo, onClose }: { onUndo: () => void; onClose: () => void }) {
  const mayChange = useMayChange();
  const { data, error } = useData<Pick<Release, 'id' | 'at' | 'who' | 'changes'>[]>('/api/pages/history', []);
  return (
    <Dialog title="History" onClose={onClose}>
      {error && <Failure>{error}</Failure>}
      {!data && !error && <Loading />}
      {data?.length === 0 && <Empty>Nothing was published from here yet.</Empty>}
      {mayChange && data && data.length > 0 && (
        <div>
          <Button onClick={onUndo}>Undo the last publish …</Button>
        </div>
      )}
      {data?.map(({ id, at, who, changes }) => (
        <section key={id} className="stack">
          <h3>
            {momentText(at)}, {who}
          </h3>
          <ChangeList changes={changes} />
        </section>
      ))}
    </Dialog>
  );
}
