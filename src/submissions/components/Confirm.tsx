import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';
import { Received } from './Outcome.tsx';
import type { ReceivedWords } from './received-words.ts';

/** What the link of a confirmation mail leads to. */
export interface ConfirmView {
  /** Whether the button was pressed, now or before. */
  done: boolean;
  /** The names of the forms that are confirmed. */
  forms: string[];
  formId: string | undefined;
}

interface Props {
  name: string;
  view: ConfirmView;
  /** What the first form's thank-you page says; undefined where that form no longer exists. */
  words: ReceivedWords | undefined;
}

/** A button that confirms an address, since mail scanners open links but press no buttons; and what is shown once it was pressed. */
export function Confirm({ name, view: { done, forms }, words }: Props) {
  if (done)
    return (
      <Sheet name={name} heading={words?.heading ?? 'Your email address is confirmed'} house="lit">
        <Message>
          {words && (
            <>
              <p>Your email address is confirmed.</p>
              <Received words={words} />
            </>
          )}
        </Message>
      </Sheet>
    );
  return (
    <Sheet name={name} heading="One press, and it counts" house="dark">
      <Message>
        <form method="post">
          <p>
            Someone sent us this with your email address. If it was you, press the button. If not, leave this page: it lapses by itself.
          </p>
          <ul>
            {forms.map((form) => (
              <li key={form}>{form}</li>
            ))}
          </ul>
          <SubmitButton>Confirm my email address</SubmitButton>
        </form>
      </Message>
    </Sheet>
  );
}
