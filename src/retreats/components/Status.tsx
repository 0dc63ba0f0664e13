import type { Content } from '../../content/content.ts';
import type { SiteContent } from '../../content/schemas/site.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { onTheWay } from '../state-machine.ts';
import type { StatusView } from '../views.ts';
import { House } from '../../site/House.tsx';
import { LetterSheet } from '../../site/LetterSheet.tsx';
import { Linked } from '../../ui/Linked.tsx';
import { Details } from './Details.tsx';
import { Leaving } from './Leaving.tsx';
import { ShortNotice } from './ShortNotice.tsx';
import { standingOf } from './standing.ts';
import { WayHome } from './WayHome.tsx';
import type { Fill } from './placeholders.ts';
import css from './Status.module.css';

interface Props {
  site: Pick<SiteContent, 'name' | 'contactEmail'>;
  words: Content['retreat']['status'];
  /** The words that lead to the waitlist's form. */
  join: string;
  view: StatusView;
  fill: Fill;
}

/** A founder's own page: where she stands, what she told us, and the way out. */
export function Status({ site: { name, contactEmail }, words, join, view, fill }: Props) {
  const { entry, saved, invitation, shortNotice } = view;
  const { heading, text } = entry ? words.standing[standingOf(entry)] : { heading: name, text: [] };
  const goesOn = !entry || onTheWay(entry.state);
  return (
    <LetterSheet name={name} heading={fill(heading)} art={<House lit={entry?.state === 'invited' || entry?.state === 'accepted'} />}>
      <div className={css.standing}>
        {saved && goesOn && (
          <p className={css.saved} role="status">
            {words.saved}
          </p>
        )}
        {text.map((paragraph) => (
          <p key={paragraph}>
            <Linked address={contactEmail}>{fill(paragraph)}</Linked>
          </p>
        ))}
        {goesOn && invitation && (
          <p>
            <a className={css.link} href={invitation}>
              {words.invitation}
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
          {/* One form: whichever of its buttons she presses, nothing that she has typed or ticked is lost. */}
          <form method="post" acceptCharset="UTF-8">
            {shortNotice !== undefined && <ShortNotice words={words.shortNotice} ticked={shortNotice} />}
            <Details words={words.details} view={view} contactEmail={contactEmail} fill={fill} />
          </form>
          {entry && <Leaving words={words.leaving[entry.state as keyof typeof words.leaving]} />}
        </>
      )}
      <WayHome>{words.home}</WayHome>
    </LetterSheet>
  );
}
