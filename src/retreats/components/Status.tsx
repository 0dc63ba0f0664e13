import type { Content } from '../../content/content.ts';
import { interpolate } from '../../content/placeholders.ts';
import type { AfterwardsWords } from '../../content/schemas/afterwards.ts';
import type { StatusWords } from '../../content/schemas/status.ts';
import { Field } from '../../forms/components/Field.tsx';
import { paths, waitlistAnchor } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { Linkify } from '../../ui/Linkify.tsx';
import { houseFields, houseRetentionDays } from '../house-facts.ts';
import { isActive } from '../entry-states.ts';
import type { StatusView } from '../views.ts';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { FormPart } from './FormPart.tsx';
import type { Personalize, StageText } from './view-text.ts';
import css from './Status.module.css';

interface Props {
  site: Pick<Content['site'], 'name' | 'contactEmail'>;
  words: StatusWords;
  /** The text of the link to the waitlist's form. */
  join: string;
  view: StatusView;
  standing: StageText;
  personalize: Personalize;
  afterwards: AfterwardsWords['retreat'];
}

/** A founder's own page: the stage on the waitlist, the founder's details, and how to leave. */
export function Status({ site: { name, contactEmail }, words, join, view, standing: { heading, text }, personalize, afterwards }: Props) {
  const { entry, saved, invitation, shortNotice } = view;
  const hasEnded = view.ended !== undefined;
  const active = !hasEnded && (!entry || isActive(entry.state));
  const hasSeatOrOffer = !hasEnded && (entry?.state === 'invited' || entry?.state === 'accepted');
  return (
    <Sheet name={name} heading={personalize(heading)} house={hasSeatOrOffer ? 'lit' : 'dark'}>
      <Message>
        {saved && (active || hasEnded) && (
          <p className={css.saved} role="status">
            {words.saved}
          </p>
        )}
        {view.movedTo && (
          <p className={css.saved} role="status">
            {interpolate(afterwards.moveAlong.done, { season: view.movedTo })}
          </p>
        )}
        {text.map((paragraph) => (
          <p key={paragraph}>
            <Linkify address={contactEmail}>{personalize(paragraph)}</Linkify>
          </p>
        ))}
        {active && invitation && (
          <StandaloneLink className="strong" href={invitation}>
            {words.invitation}
          </StandaloneLink>
        )}
        {!active && !view.movedTo && !view.later && (
          <StandaloneLink className="strong" href={`${paths.home}#${waitlistAnchor}`}>
            {join}
          </StandaloneLink>
        )}
      </Message>
      {view.later && <MoveAlong words={afterwards.moveAlong} season={view.later} />}
      {/* One form, so that each of its buttons also sends what was typed or checked elsewhere in it. The server validates only the parts
          that were changed: the browser would stop each button for a required field of any other part. */}
      {(active || view.alumna !== undefined) && (
        <form method="post" acceptCharset="UTF-8" noValidate>
          {active && view.house && (
            <FormPart action="house" words={words.house} fields={houseFields} {...view.house}>
              <Paragraphs text={words.house.text.map((each) => interpolate(each, { houseDays: String(houseRetentionDays) }))} />
            </FormPart>
          )}
          {active && shortNotice !== undefined && (
            <CheckboxQuestion action="notice" wire="short_notice" words={words.shortNotice} checked={shortNotice} />
          )}
          {active && (entry || Object.keys(view.values).length > 0) && (
            <FormPart action="details" words={words.details} {...view}>
              {/* The email address identifies the entry, so it cannot be changed here. */}
              {entry && (
                <p>
                  <Linkify address={contactEmail}>{personalize(words.details.text)}</Linkify>
                </p>
              )}
            </FormPart>
          )}
          {view.alumna !== undefined && (
            <CheckboxQuestion action="alumnae" wire="alumnae" words={afterwards.alumnae} checked={view.alumna} />
          )}
        </form>
      )}
      {active && entry && <Leave words={words.leaving[entry.state as keyof StatusWords['leaving']]} />}
      <BackToSite>{words.home}</BackToSite>
    </Sheet>
  );
}

interface BoxProps {
  /** The value of the button, by which the server knows it. */
  action: 'alumnae' | 'notice';
  /** The name of the checkbox. */
  wire: string;
  words: StatusWords['shortNotice'];
  checked: boolean;
}

/** A question with a checkbox. An unchecked box posts nothing, so a hidden field says that it was on the page. */
function CheckboxQuestion({ action, wire, words, checked }: BoxProps) {
  const field = { kind: 'checkbox', wire, label: words.label, value: 'yes', required: false } as const;
  return (
    <section className={`screen-only ${css.part}`} aria-labelledby={`${action}-heading`}>
      <h2 id={`${action}-heading`}>{words.heading}</h2>
      <p>{words.text}</p>
      <div className={css.row}>
        <input type="hidden" name={wire} value="no" />
        <Field field={field} value={checked ? field.value : undefined} problem={undefined} />
        <button className={css.small} type="submit" name="action" value={action}>
          {words.button}
        </button>
      </div>
    </section>
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
        <summary>{open}</summary>
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

/** The link at the foot of a founder's own pages. */
export const BackToSite = ({ children }: { children: string }) => (
  <p className={css.home}>
    <a className="standalone" href={paths.home}>
      {children}
    </a>
  </p>
);
