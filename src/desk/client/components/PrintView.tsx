import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './PrintView.module.css';

interface Props {
  title: string;
  /** The words of the button that prints. */
  button: string;
  /** The field that chooses what is shown. */
  children: ReactNode;
}

/** The head of a view that is made for paper. It is not printed. */
export function PrintHead({ title, button, children }: Props) {
  return (
    <header className={`stack roomy screen-only ${css.head}`}>
      <h1>{title}</h1>
      <div className="spread">
        {children}
        <Button kind="action" onClick={() => print()}>
          {button}
        </Button>
      </div>
    </header>
  );
}

/** What is printed. */
export const PrintSheet = ({ children }: { children: ReactNode }) => (
  <article className={`stack roomy ruled ${css.sheet}`}>{children}</article>
);
