import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import css from './PrintView.module.css';

interface Props {
  title: string;
  /** What `choices` are. */
  label: string;
  choices: { value: string; text: string }[];
  value: string | undefined;
  onChoose: (value: string) => void;
  /** The words of the button that prints. */
  button: string;
}

/** The head of a view that is made for paper. It is not printed. */
export function PrintHead({ title, label, choices, value, onChoose, button }: Props) {
  return (
    <header className={`stack screen-only ${css.head}`}>
      <h1>{title}</h1>
      <div className="spread">
        <label>
          {label}
          <select value={value} onChange={({ target }) => onChoose(target.value)}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.text}
              </option>
            ))}
          </select>
        </label>
        <Button kind="action" onClick={() => print()}>
          {button}
        </Button>
      </div>
    </header>
  );
}

/** What is printed. */
export const PrintSheet = ({ children }: { children: ReactNode }) => <article className={`stack ${css.sheet}`}>{children}</article>;
