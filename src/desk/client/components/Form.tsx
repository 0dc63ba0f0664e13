import type { ClipboardEvent, ReactNode } from 'react';
import { Failure } from './Messages.tsx';

interface Props {
  /** Why the form was refused. */
  failure?: string;
  /** Called with the values of the fields that have a name. */
  onSubmit: (fields: FormData) => void;
  onPaste?: (event: ClipboardEvent) => void;
  children: ReactNode;
}

/** A ref that scrolls to an element when it appears: the button that was pressed can be a whole window below. */
const scrollOnMount = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A form whose page stays when it is sent, with the reason above its fields if it was refused. */
export const Form = ({ failure, onSubmit, onPaste, children }: Props) => (
  <form
    onPaste={onPaste}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit(new FormData(event.currentTarget));
    }}
  >
    <Failure ref={scrollOnMount}>{failure}</Failure>
    {children}
  </form>
);
