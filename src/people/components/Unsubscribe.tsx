import { Message, Sheet } from '../../site/Sheet.tsx';
import { SubmitButton } from '../../ui/Button.tsx';

interface Props {
  name: string;
  done: boolean;
}

/** A button that ends reminders, and the page after it was pressed. */
export function Unsubscribe({ name, done }: Props) {
  return (
    <Sheet name={name} heading={done ? 'No more reminders' : 'Shall we stop reminding you?'} house={done ? 'dark' : 'lit'}>
      <Message>
        {done ? (
          <p>
            You get no more reminders from us. Your registration stands, and should a workshop move or be called off, we still tell you.
          </p>
        ) : (
          <form method="post">
            <p>Press the button and we send you no more reminders of workshops. Your registration stands.</p>
            <SubmitButton>No reminders, please</SubmitButton>
          </form>
        )}
      </Message>
    </Sheet>
  );
}
