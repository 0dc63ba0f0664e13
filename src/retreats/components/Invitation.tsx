import type { InvitationWords, RetreatContent } from '../../content/schemas/retreat.ts';
import { paths } from '../../paths.ts';
import type { InvitationView } from '../views.ts';
import signature from '../art/signature.svg?raw';
import { HouseDrawing } from '../../site/HouseDrawing.tsx';
import { Logo } from '../../site/Logo.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { Reply } from './Reply.tsx';
import { noteLines } from '../shared-texts.ts';
import { invitationPersonalizer, isSeatOffered } from './view-text.ts';
import css from './Invitation.module.css';

interface Props {
  /** The community's name, which the logo spells. */
  name: string;
  words: InvitationWords;
  retreat: Pick<RetreatContent, 'facts' | 'letter'>;
  view: InvitationView;
  /** The words of the link to the questions of the house. */
  houseLink: string;
}

/**
 * An invitation card: the founder's name, the house with its ten windows lit, the hosts' own words, and the reply to tear off. After an
 * answer without a seat only the house is left above the reply, since its words would promise the seat.
 */
export function Invitation({ name, words, retreat, view, houseLink }: Props) {
  const { letter } = retreat;
  const personalize = invitationPersonalizer(view, retreat);
  const note = noteLines(view.note);
  const isOffered = isSeatOffered(view);
  return (
    <div className={css.table}>
      <article className={css.card} aria-labelledby={isOffered ? 'invitation-heading' : 'reply-heading'}>
        <div className={css.face}>
          <a className={css.logo} href={paths.home}>
            <Logo name={name} />
          </a>
          <div className={css.art}>
            <HouseDrawing isLit={isOffered} />
          </div>
          {isOffered && (
            <div className={css.words}>
              <p className="overline">{words.eyebrow}</p>
              <h1 className={css.heading} id="invitation-heading">
                {personalize(words.heading)}
              </h1>
              <p className={css.text}>{personalize(words.text)}</p>
              {note.length > 0 && (
                <div className={css.note}>
                  <Paragraphs text={note} />
                  <div className={css.signature} aria-hidden="true" dangerouslySetInnerHTML={{ __html: signature }} />
                  <p className={css.signatories}>{letter.signatories}</p>
                </div>
              )}
            </div>
          )}
        </div>
        <Reply words={words} view={view} houseLink={houseLink} personalize={personalize} />
      </article>
    </div>
  );
}
