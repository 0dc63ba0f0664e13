import type { SiteContent } from '../content/schemas/site.ts';
import { paths, waitlistAnchor } from '../paths.ts';
import { onTheWay } from '../retreat-seats/machine.ts';
import type { StatusView } from '../retreat-seats/views.ts';
import { House } from '../small-pages/House.tsx';
import { LetterSheet } from '../ui/LetterSheet.tsx';
import { Linked } from '../ui/Linked.tsx';
import { Details } from './Details.tsx';
import { Leaving } from './Leaving.tsx';
import { ShortNotice } from './ShortNotice.tsx';
import { standingOf } from './standing.ts';
import css from './Status.module.css';

interface Props {
  site: Pick<SiteContent, 'name' | 'contactEmail'>;
  /** The words that lead to the waitlist's form. */
  join: string;
  view: StatusView;
}

/** A founder's own page: where she stands, what she told us, and the way out. */
export function Status({ site: { name, contactEmail }, join, view }: Props) {
  const { entry, saved, invitation } = view;
  const { heading, text } = standingOf(entry, contactEmail);
  const goesOn = onTheWay(entry.state);
  return (
    <LetterSheet name={name} heading={heading} art={<House lit={entry.state === 'invited' || entry.state === 'accepted'} />}>
      <div className={css.standing}>
        {saved && goesOn && (
          <p className={css.saved} role="status">
            Saved. Thank you for telling us.
          </p>
        )}
        {text.map((paragraph) => (
          <p key={paragraph}>
            <Linked address={contactEmail}>{paragraph}</Linked>
          </p>
        ))}
        {goesOn && invitation && (
          <p>
            <a className={css.link} href={invitation}>
              Open your invitation
            </a>
          </p>
        )}
        {!goesOn && (
          <p>
            <a className={css.link} href={`${paths.home}#${waitlistAnchor}`}>
              {join}
            </a>
          </p>
        )}
      </div>
      {goesOn && (
        <>
          {entry.state === 'waiting' && <ShortNotice ticked={entry.shortNotice} />}
          <Details view={view} contactEmail={contactEmail} />
          <Leaving state={entry.state} />
        </>
      )}
      <p className={css.home}>
        <a className={css.quiet} href={paths.home}>
          Back to the house
        </a>
      </p>
    </LetterSheet>
  );
}
