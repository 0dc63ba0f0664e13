import type { Ref } from 'react';
import { controlId } from './FormField.tsx';
import type { Field, Problems } from '../definition.ts';
import css from './ErrorSummary.module.css';

interface Props {
  ref?: Ref<HTMLDivElement>;
  fields: Field[];
  problems: Problems;
  notice?: string | undefined;
}

/** The errors of a form, if there are any, with a link to each field. It is focused; without script, by `autofocus` (HTML Standard, 6.6.7). */
export function ErrorSummary({ ref, fields, problems, notice }: Props) {
  const wrong = fields.filter(({ wire }) => problems[wire]);
  if (!notice && wrong.length === 0) return null;
  return (
    <div className={css.summary} ref={ref} role="alert" tabIndex={-1} autoFocus>
      {notice && <p>{notice}</p>}
      {wrong.length > 0 && (
        <>
          <h2>{wrong.length === 1 ? 'One answer needs another look' : `${wrong.length} answers need another look`}</h2>
          <ul>
            {wrong.map(({ wire, label }) => (
              <li key={wire}>
                <a href={`#${controlId(wire)}`}>
                  {label}: {problems[wire]}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
