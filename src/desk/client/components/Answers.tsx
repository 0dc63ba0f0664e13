import type { SubmissionDetail } from '../../server/routes/registrations.ts';
import css from './Answers.module.css';

/** Answers with their questions. */
export function Answers({ answers }: { answers: SubmissionDetail['answers'] }) {
  return (
    <dl className={css.answers}>
      {answers.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
