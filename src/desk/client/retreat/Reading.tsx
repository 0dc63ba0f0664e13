import { useEffect, useEffectEvent, useState } from 'react';
import { isolate } from '../../../content/placeholders.ts';
import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import type { FounderCard } from '../../server/routes/retreat.ts';
import { useData } from '../api.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Failure, LoadingOrFailure } from '../components/Messages.tsx';
import { useNotice } from '../components/use-notice.tsx';
import { useMayChange } from '../facts.ts';
import { useSaveBeforeLeave } from '../people/Memo.tsx';
import { PersonDetail } from '../people/PersonDetail.tsx';
import { PersonDialog } from '../people/PersonDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import css from './Reading.module.css';

interface Props {
  /** The founders to go through. They stay the same while the board changes. */
  cards: FounderCard[];
  onClose: () => void;
}

/**
 * Goes through the waiting founders one by one, in the order of the board when it was opened. A founder who is
 * invited meanwhile stays in it.
 */
export function Reading({ cards, onClose }: Props) {
  const mayChange = useMayChange();
  const [at, setAt] = useState(0);
  const [isInviting, setIsInviting] = useState(false);
  /** The id of another sign-up of the founder whose dialog is open on top of this one. */
  const [openedId, setOpenedId] = useState<string>();
  const [notice, showNotice] = useNotice();
  const { failure, onSave, leave } = useSaveBeforeLeave();
  const card = cards[at] as FounderCard;
  const { data, error } = useData<SubmissionDetail>(`/api/registrations/${card.submissionId}`, ['submissions', 'entries', 'deliveries']);

  const go = (step: number) => {
    showNotice();
    setAt((before) => Math.min(cards.length - 1, Math.max(0, before + step)));
  };

  const onKeyDown = useEffectEvent(({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
    if (isInviting || openedId || isTyping || ctrlKey || metaKey || altKey) return;
    const step = { j: 1, k: -1 }[key.toLowerCase()];
    if (step) go(step);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return (
    <Dialog title={isolate(card.name)} onClose={() => void leave('Close again', onClose)}>
      <div className={`row ${css.bar}`}>
        {mayChange && data?.entry?.state === 'waiting' && data.entry.card.isMovable && (
          <Button kind="action" onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        )}
        <Button isUnavailable={at === cards.length - 1} onClick={() => go(1)}>
          Skip<span className={css.key}> (J)</span>
        </Button>
        <Button isUnavailable={at === 0} onClick={() => go(-1)}>
          Back<span className={css.key}> (K)</span>
        </Button>
        <p role="status" className="quiet">
          {at + 1} of {cards.length}
          <span className="visually-hidden">: {isolate(card.name)}</span>
        </p>
      </div>
      {notice}
      <LoadingOrFailure data={data} error={error} />
      <Failure>{failure}</Failure>
      {data && <PersonDetail detail={data} onOpen={setOpenedId} onSave={onSave} />}
      {openedId && <PersonDialog id={openedId} onClose={() => setOpenedId(undefined)} />}
      {isInviting && (
        <InviteDialog
          cards={[card]}
          onDone={(...done) => {
            setIsInviting(false);
            showNotice(...done);
          }}
          onClose={() => setIsInviting(false)}
        />
      )}
    </Dialog>
  );
}
