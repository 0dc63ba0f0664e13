import type { Content } from '../../content/content.ts';
import { interpolate } from '../../content/placeholders.ts';
import type { AfterwardsWords } from '../../content/schemas/afterwards.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { takesSeat } from '../entry-states.ts';
import type { StatusView } from '../views.ts';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { BackToSite } from './BackToSite.tsx';
import { CheckboxQuestion, Corrections, StatusForm } from './StatusForm.tsx';
import type { Personalize, StageText } from './view-text.ts';
import css from './Status.module.css';

interface Props {
  site: Pick<Content['site'], 'name' | 'contactEmail'>;
  words: StatusWords;
  /** The text of the link to the waitlist's form. */
  waitlistLink: string;
  view: StatusView;
  /** The sentence that says that the changes were saved; undefined if none were. */
  saved: string | undefined;
  stage: StageText;
  /** The name, season and place of the founder's retreat; undefined once it has ended. */
  retreat: string | undefined;
  personalize: Personalize;
  endedWords: AfterwardsWords['retreat'];
}

/** A founder's own page: the stage on the waitlist, the founder's details, and how to leave. */
export function Status({ site, words, waitlistLink, view, saved, stage, retreat, personalize, endedWords }: Props) {
  const { name, contactEmail } = site;
  const { entry, corrections, isAlumna, movedToSeason, laterSeason, isOnOtherList, invitationHref } = view;
  const isChangeable = corrections !== undefined;
  return (
    <Sheet name={name} heading={personalize(stage.heading)} text={retreat} house={isChangeable && takesSeat(entry.state) ? 'lit' : 'dark'}>
      <Message>
        {saved && (
          <p className={css.saved} role="status">
            {saved}
          </p>
        )}
        {movedToSeason && (
          <p className={css.saved} role="status">
            {interpolate(endedWords.moveAlong.done, { season: movedToSeason })}
          </p>
        )}
        <Paragraphs text={stage.text.map(personalize)} address={contactEmail} />
        {isChangeable && invitationHref && (
          <StandaloneLink className="strong" href={invitationHref}>
            {words.invitation}
          </StandaloneLink>
        )}
        {!isChangeable && !movedToSeason && !laterSeason && !isOnOtherList && (
          <StandaloneLink className="strong" href={`${paths.home}#${waitlistAnchor}`}>
            {waitlistLink}
          </StandaloneLink>
        )}
      </Message>
      {laterSeason && <MoveAlong words={endedWords.moveAlong} season={laterSeason} />}
      {(isChangeable || isAlumna !== undefined) && (
        <StatusForm>
          {isChangeable && (
            <Corrections words={words} view={corrections}>
              {/* The email address identifies the entry, so it cannot be changed here. */}
              <Paragraphs text={[personalize(words.details.text)]} address={contactEmail} />
            </Corrections>
          )}
          {isAlumna !== undefined && <CheckboxQuestion action="alumnae" wire="alumnae" words={endedWords.alumnae} checked={isAlumna} />}
        </StatusForm>
      )}
      {isChangeable && <Leave words={words.leaving[entry.state as keyof StatusWords['leaving']]} />}
      <BackToSite>{words.home}</BackToSite>
    </Sheet>
  );
}

/** Asks a founder of one retreat to join the waitlist of a later one. */
function MoveAlong({ words, season }: { words: AfterwardsWords['retreat']['moveAlong']; season: string }) {
  const inSeason = (text: string) => interpolate(text, { season });
  return (
    <section className={`screen-only ${css.part}`} aria-labelledby="move-heading">
      <h2 id="move-heading">{inSeason(words.heading)}</h2>
      <p>{inSeason(words.text)}</p>
      <form method="post" className={css.row}>
        <SubmitButton name="action" value="move">
          {inSeason(words.button)}
        </SubmitButton>
      </form>
    </section>
  );
}

/** Leaving the waitlist takes two presses, so that nobody leaves by accident. */
function Leave({ words: { open, text, button } }: { words: StatusWords['leaving'][keyof StatusWords['leaving']] }) {
  return (
    <section className={`screen-only ${css.part}`} aria-label={open}>
      <details className={css.leaving}>
        <summary className="disclosure">{open}</summary>
        <form method="post">
          <p>{text}</p>
          <button className={css.small} type="submit" name="action" value="leave">
            {button}
          </button>
        </form>
      </details>
    </section>
  );
}
