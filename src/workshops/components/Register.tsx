import type { ReactNode } from 'react';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths, registerAnchor, waitlistAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/CallToAction.tsx';
import { Linked } from '../../ui/Linked.tsx';
import { Section } from '../../ui/Section.tsx';
import css from './Register.module.css';

interface Props {
  workshop: WorkshopContent;
  open: boolean;
  /** The words of the link to the retreat's waitlist: what to do instead, once registration is closed. */
  waitlistText: string;
  contactEmail: string;
  /** This page's own address, for the paper one. */
  address: string;
  /** The form. */
  children: ReactNode;
}

/** The reply card: what she replies to, and the form on its own sheet beside it. Closed, it says so and shows another way in. */
export function Register({ workshop, open, waitlistText, contactEmail, address, children }: Props) {
  const { form, title, dateText, timeText, price } = workshop;
  if (!open) {
    return (
      <Section id={registerAnchor} heading={form.closed.heading} tone="linen" split target>
        <div className={css.closed}>
          <p className={css.instead}>
            <Linked address={contactEmail}>{form.closed.text}</Linked>
          </p>
          <CallToAction href={`${paths.home}#${waitlistAnchor}`}>{waitlistText}</CallToAction>
        </div>
      </Section>
    );
  }
  return (
    <Section id={registerAnchor} heading={form.heading} lead={form.text} tone="linen" split target className={css.register}>
      <p className={css.recap}>
        <strong>{title}</strong>
        <br />
        {dateText}, {timeText}
        <br />
        {price}
      </p>
      <p className={css.address}>{address}</p>
      <div className={css.sheet}>{children}</div>
    </Section>
  );
}
