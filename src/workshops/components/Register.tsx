import type { ReactNode } from 'react';
import type { AfterwardsWords } from '../../content/schemas/afterwards.ts';
import type { WorkshopContent } from '../../content/schemas/workshop.ts';
import { paths, registerAnchor, waitlistAnchor } from '../../paths.ts';
import { CallToAction } from '../../ui/Button.tsx';
import { Linkify } from '../../ui/Linkify.tsx';
import { Section } from '../../ui/Section.tsx';
import { StandaloneLink } from '../../ui/StandaloneLink.tsx';
import css from './Register.module.css';

interface Props {
  workshop: WorkshopContent;
  isOpen: boolean;
  /** Whether this is the page of the current workshop; if not, it links to that one. */
  isFeatured: boolean;
  /** The words above the form once it takes sign-ups for the next workshop; undefined while it is for this one. */
  next: AfterwardsWords['workshop']['over']['form'] | undefined;
  /** The text of the link to the retreat's waitlist, which replaces the form once registration is closed. */
  waitlistText: string;
  contactEmail: string;
  /** This page's own address, which is printed instead of the form. */
  address: string;
  children: ReactNode;
}

/** Registration: the facts of the workshop, and the form beside them. Once it is closed, a text and a link to the waitlist. */
export function Register({ workshop, isOpen, isFeatured, next, waitlistText, contactEmail, address, children }: Props) {
  const { form, title, dateText, timeText, price } = workshop;
  if (!isOpen) {
    return (
      <Section id={registerAnchor} heading={form.closed.heading} tone="linen" isSplit isTarget>
        <div className={css.closed}>
          <p className={css.instead}>
            <Linkify address={contactEmail}>{form.closed.text}</Linkify>
          </p>
          {!isFeatured && <StandaloneLink href={paths.speakerSeries}>See the speaker series</StandaloneLink>}
          <CallToAction href={`${paths.home}#${waitlistAnchor}`}>{waitlistText}</CallToAction>
        </div>
      </Section>
    );
  }
  return (
    <Section
      id={registerAnchor}
      heading={(next ?? form).heading}
      lead={(next ?? form).text}
      tone="linen"
      isSplit
      isTarget
      className={css.register}
    >
      {!next && (
        <p className={css.recap}>
          <strong>{title}</strong>
          <br />
          {dateText}, {timeText}
          <br />
          {price}
        </p>
      )}
      <p className="print-only strong">{address}</p>
      <div className={`screen-only ${css.sheet}`}>{children}</div>
    </Section>
  );
}
