import { createContext, useContext, useState, type ReactNode } from 'react';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Messages.tsx';
import { PersonDialog } from './PersonDialog.tsx';

const OpenContext = createContext<(submissionId: string) => void>(() => {});

/** Returns the function that opens the dialog of a submission, for a part of a tab within `PersonDialogs`. */
export const useOpenPerson = () => useContext(OpenContext);

/**
 * A tab whose founders can be opened. The dialog belongs to the tab, because the control that opened it may be removed meanwhile, like a
 * delivery that arrives.
 */
export function PersonDialogs({ children }: { children: ReactNode }) {
  /** The id of the submission whose dialog is open. */
  const [opened, setOpened] = useState<string>();
  /** Whether the last dialog erased its founder. The name that was pressed is gone then, so the notice takes the focus. */
  const [isErased, setIsErased] = useState(false);
  const close = (hasErased = false) => {
    setOpened(undefined);
    setIsErased(hasErased);
  };
  return (
    <OpenContext value={setOpened}>
      {isErased && !opened && <Notice>The founder was erased everywhere.</Notice>}
      {children}
      {opened && <PersonDialog id={opened} onErased={() => close(true)} onClose={() => close()} />}
    </OpenContext>
  );
}

/** The name of a founder, as a button that opens one of the founder's submissions. */
export function FounderName({ submissionId, name }: { submissionId: string; name: string }) {
  const open = useOpenPerson();
  return (
    <Button kind="link" onClick={() => open(submissionId)}>
      <bdi>{name}</bdi>
    </Button>
  );
}
