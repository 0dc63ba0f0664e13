import { LetterSheet } from '../../site/LetterSheet.tsx';
import { House } from '../../site/House.tsx';
import css from '../../submissions/components/ThankYou.module.css';

interface Props {
  name: string;
  done: boolean;
}

/** A button that ends reminders, and what she reads once it is pressed. */
export function Unsubscribe({ name, done }: Props) {
  return (
    <LetterSheet name={name} heading={done ? 'No more reminders' : 'Shall we stop reminding you?'} art={<House lit={!done} />}>
      <div className={css.text}>
        {done ? (
          <p>
            You get no more reminders from us. Your registration stands, and should a workshop move or be called off, we still tell you.
          </p>
        ) : (
          <form method="post">
            <p>Press the button and we send you no more reminders of workshops. Your registration stands.</p>
            <button className={css.button} type="submit">
              No reminders, please
            </button>
          </form>
        )}
      </div>
    </LetterSheet>
  );
}
