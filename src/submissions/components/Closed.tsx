import { LetterSheet } from '../../site/LetterSheet.tsx';
import { House } from '../../site/House.tsx';
import { Linked } from '../../ui/Linked.tsx';
import css from './ThankYou.module.css';

interface Props {
  name: string;
  heading: string;
  text: string;
  contactEmail: string;
  waitlist: { href: string; text: string };
}

/** In the place of a form that takes nothing any more: what to do instead. */
export function Closed({ name, heading, text, contactEmail, waitlist }: Props) {
  return (
    <LetterSheet name={name} heading={heading} art={<House />}>
      <div className={css.text}>
        <p>
          <Linked address={contactEmail}>{text}</Linked>
        </p>
        <p>
          <a className={css.next} href={waitlist.href} target="_top">
            {waitlist.text}
          </a>
        </p>
      </div>
    </LetterSheet>
  );
}
