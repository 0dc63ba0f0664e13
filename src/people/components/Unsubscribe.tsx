import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';

interface Props {
  name: string;
  from: keyof typeof words;
  done: boolean;
}

const words = {
  reminders: {
    question: 'Shall we stop reminding you?',
    text: 'Press the button and we send you no more reminders of workshops. Your registration stands.',
    button: 'No reminders, please',
    done: 'No more reminders',
    result: 'You get no more reminders from us. Your registration stands, and should a workshop move or be called off, we still tell you.',
  },
  letters: {
    question: 'Shall we stop writing to you?',
    text: 'Press the button and we send you no more letters. Your registration and your place on the waitlist stand.',
    button: 'No letters, please',
    done: 'No more letters',
    result: 'You get no more letters from us. What you signed up for stands, and we still tell you what happens to it.',
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
