import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';

/** What the page is about, and whether it asks, confirms, or says that reminders are sent again. */
export type UnsubscribeView = { from: 'reminders'; state: 'asks' | 'done' | 'resumed' } | { from: 'letters'; state: 'asks' | 'done' };

const words = {
  reminders: {
    question: 'Would you like to stop getting reminders?',
    text: 'Press the button, and we won’t send you any more workshop reminders. You’ll stay registered.',
    button: 'No reminders, please',
    done: 'No more reminders',
    result:
      'You won’t get any more reminders from us. You’re still registered, and we’ll still let you know if a workshop is moved or called off.',
  },
  letters: {
    question: 'Would you like to stop getting letters?',
    text: 'Press the button, and we won’t send you any more letters. You’ll keep your registration and your place on the waitlist.',
    button: 'No letters, please',
    done: 'No more letters',
    result: 'You won’t get any more letters from us. You’re still signed up, and we’ll still keep you posted about what you signed up for.',
  },
};

const resumed = 'We’ll remind you again';

/** A button that ends reminders or letters, and the page after it was pressed, which can ask for reminders again. */
export function Unsubscribe({ name, view }: { name: string; view: UnsubscribeView }) {
  const { from, state } = view;
  const { text, button, result } = words[from];
  return (
    <Sheet name={name} heading={unsubscribeHeading(view)} house={state === 'done' ? 'dark' : 'lit'}>
      <Message>
        {state === 'asks' && (
          <form method="post">
            <p>{text}</p>
            <SubmitButton>{button}</SubmitButton>
          </form>
        )}
        {state === 'resumed' && <p>From now on, you’ll get our reminders of the workshops that you’re registered for.</p>}
        {state === 'done' && <p>{result}</p>}
        {state === 'done' && from === 'reminders' && (
          <form method="post">
            <SubmitButton name="reminders" value="again">
              Send me reminders again
            </SubmitButton>
          </form>
        )}
      </Message>
    </Sheet>
  );
}

/** Returns the heading of the page, which its title begins with. */
export const unsubscribeHeading = ({ from, state }: UnsubscribeView): string =>
  ({ asks: words[from].question, done: words[from].done, resumed })[state];
