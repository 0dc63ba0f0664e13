import { featuredRetreat, hasRetreatEnded, nextRetreatSlug } from '../content/retreat-schedule.ts';
import type { Submission } from '../forms/submission.ts';
import { signedId } from '../link-tokens.ts';
import { paths } from '../paths.ts';
import type { Link, MailBody, MailContext } from '../mail/mail.ts';

/**
 * Returns the link to the form of the retreat's waitlist, filled in with what the founder typed into another form. Without a submission, as
 * in the test of a letter, it leads to the empty form.
 */
export function waitlistLink(submission: Pick<Submission, 'id'> | undefined, { content, siteUrl, secret, now }: MailContext): Link {
  const retreat = featuredRetreat(content.retreats, now());
  const { callToAction } = hasRetreatEnded(retreat, now()) ? content.afterwardsWords.retreat.over : retreat.facts;
  const { formId } = retreat.facts.waitlist;
  const path = submission ? paths.prefilledForm(formId, signedId(secret, 'prefill', submission.id)) : paths.form(formId);
  return { text: callToAction, href: siteUrl + path };
}

/** Finds the founders who are on a waitlist, or have an invitation or a seat. */
export interface ListedStore {
  isListed: (email: string, retreats: string[]) => Promise<boolean>;
}

/** Returns the link to the waitlist as what a founder may like to do next; nothing for a founder who is on the waitlist already. */
export async function readWaitlistOffer(
  submission: Pick<Submission, 'id' | 'person'>,
  context: MailContext,
  waitlist: ListedStore,
): Promise<Pick<MailBody, 'next'>> {
  const { slug } = featuredRetreat(context.content.retreats, context.now());
  const isListed = await waitlist.isListed(submission.person.email, [slug, nextRetreatSlug]);
  return isListed ? {} : { next: waitlistLink(submission, context) };
}
