import { LetterSheet } from '../../site/LetterSheet.tsx';
import { House } from '../../site/House.tsx';
import css from './ThankYou.module.css';

interface Props {
  name: string;
  contactEmail: string;
}

/** Where a form lands that came without the check that script makes: it counts once the link in the mail was followed. */
export function CheckInbox({ name, contactEmail }: Props) {
  return (
    <LetterSheet name={name} heading="Check your inbox" art={<House />}>
      <div className={css.text}>
        <p>Thank you. One step is left: we have sent you an email with a link. Open it, press the button, and you are in.</p>
        <p>
          Nothing there after a few minutes? Look in your spam folder, or write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          The link is good for seven days.
        </p>
      </div>
    </LetterSheet>
  );
}
