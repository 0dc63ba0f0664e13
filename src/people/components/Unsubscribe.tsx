import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';

interface Props {
  name: string;
  from: keyof typeof words;
  done: boolean;
}

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

/** A button that ends reminders or letters, and the page after it was pressed. */
export function Unsubscribe({ name, from, done }: Props) {
  const { question, text, button, done: heading, result } = words[from];
  return (
    <Sheet name={name} heading={done ? heading : question} house={done ? 'dark' : 'lit'}>
      <Message>
        {done ? (
          <p>{result}</p>
        ) : (
          <form method="post">
            <p>{text}</p>
            <SubmitButton>{button}</SubmitButton>
          </form>
        )}
      </Message>
    </Sheet>
  );
}

/** Returns the title of the page. */
export const unsubscribeTitle = ({ from, done }: Pick<Props, 'from' | 'done'>): string => (done ? words[from].done : words[from].button);
