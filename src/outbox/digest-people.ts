/** The founders whom the payload of a daily digest names, each with the id of a submission. That of an hour names nobody. */
export type DigestPeople = Partial<Record<'founders' | 'answers', { id: string }[]>>;

/** Returns everybody whom the payload of a digest names. */
export const listDigestPeople = ({ founders = [], answers = [] }: DigestPeople): { id: string }[] => [...founders, ...answers];

/** Returns the payload of a digest with those alone whose submissions are kept. */
export function keepDigestPeople<Payload extends DigestPeople>({ founders, answers, ...rest }: Payload, isKept: (id: string) => boolean) {
  const keep = (people: { id: string }[]) => people.filter(({ id }) => isKept(id));
  return { ...rest, ...(founders && { founders: keep(founders) }), ...(answers && { answers: keep(answers) }) };
}
