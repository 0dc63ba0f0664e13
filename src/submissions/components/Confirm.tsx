import { formatDeadline } from '../../content/format.ts';
import { fullName } from '../../forms/person.ts';
import type { Submission } from '../../forms/submission.ts';
import { paths, waitlistAnchor } from '../../paths.ts';
import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import { UnbrokenText } from '../../ui/UnbrokenText.tsx';
import { Received } from './Outcome.tsx';
import type { ReceivedWords } from './received-words.ts';
import css from './Outcome.module.css';

/** The page that the link of a confirmation email opens. */
export interface ConfirmView {
  /** Whether the button was pressed, now or before. */
  isConfirmed: boolean;
  /** Whether the founder was on the waitlist of this form and no longer is: pressing the button again does not put the founder back. */
  isOffWaitlist: boolean;
  formName: string;
  /** The form whose thank-you page follows, and whether its retreat or workshop is ahead, as in `FormInUse`. */
  formId: string;
  isAhead: boolean;
  /** The submissions of this address that wait for a confirmation, the one behind the link first. */
  versions: Pick<Submission, 'id' | 'person' | 'receivedAt'>[];
  hasMore: boolean;
  /** The founder's own link to the video call, if this is the registration for a workshop. */
  joinHref: string;
}

interface Props {
  name: string;
  view: ConfirmView;
  /** The text of the form's thank-you page; undefined if the form no longer exists. */
  words: ReceivedWords | undefined;
  /** Whether the form registers for a workshop that is ahead. */
  leadsToCall: boolean;
  contactEmail: string;
}

/** A button that confirms an address, since mail scanners open links but press no buttons, and the page after it was pressed. */
export function Confirm({ name, view, words, leadsToCall, contactEmail }: Props) {
  const { isConfirmed, isOffWaitlist, formName, versions, joinHref } = view;
  if (isOffWaitlist)
    return (
      <Sheet name={name} heading="You’re not on the waitlist" house="dark">
        <Message>
          <p>
            Your email address is confirmed, but your place on the waitlist has ended, for example because you left it. If you’d like to be
            on the list again, please fill in the form again.
          </p>
          <StandaloneLink href={`${paths.home}#${waitlistAnchor}`}>Fill in the form again</StandaloneLink>
        </Message>
      </Sheet>
    );
  if (isConfirmed)
    return (
      <Sheet name={name} heading={words?.heading ?? 'Your email address is confirmed'} house="lit">
        <Message>
          {words && (
            <>
              <p>Your email address is confirmed.</p>
              <Received words={words} joinHref={leadsToCall ? joinHref : undefined} />
            </>
          )}
        </Message>
      </Sheet>
    );
  return (
    <Sheet name={name} heading="Confirm your email address" house="dark">
      <Message>
        <form method="post">
          {versions.length > 1 ? <Choice view={view} contactEmail={contactEmail} /> : <OneVersion formName={formName} />}
        </form>
      </Message>
    </Sheet>
  );
}

const OneVersion = ({ formName }: Pick<ConfirmView, 'formName'>) => (
  <>
    <p>
      Someone filled in this form with your email address. If it was you, press the button. If not, just close this page: the form will
      expire on its own.
    </p>
    <ul>
      <li>
        <UnbrokenText>{formName}</UnbrokenText>
      </li>
    </ul>
    <SubmitButton>Confirm my email address</SubmitButton>
  </>
);

/** Anybody can type anybody's address: only its owner knows which of these answers are genuine. */
const Choice = ({ view: { formName, versions, hasMore }, contactEmail }: Pick<Props, 'view' | 'contactEmail'>) => (
  <>
    <p>
      We received different answers with your email address for {formName}. Please confirm the ones that are yours. If none are, just close
      this page: they’ll expire on their own.
    </p>
    <ul>
      {versions.map(({ id, person, receivedAt }) => (
        <li key={id}>
          <p>
            <bdi>{fullName(person)}</bdi>, <bdi>{person.brand}</bdi>, <bdi className={css.phone}>{person.phone}</bdi>, {person.systemSize}.
            Sent on <UnbrokenText>{formatDeadline(receivedAt)}</UnbrokenText>.
          </p>
          <SubmitButton name="version" value={id}>
            Confirm these answers
          </SubmitButton>
        </li>
      ))}
    </ul>
    {hasMore && (
      <p>
        We received more answers than we can list here. If yours are missing, please write to{' '}
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
      </p>
    )}
  </>
);
