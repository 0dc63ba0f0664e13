/** The pages to measure: the three that search engines know, the 404 page, and the hosted forms that those pages show or post to. */
export async function addressesToMeasure(origin: string): Promise<string[]> {
  const waitlist = await addressOfWaitlist(origin);
  const registration = await find(`${origin}/speaker-series`, /<form[^>]*\saction="\/app\/form\/process\/([^"/]+)"/u);
  return [
    '/',
    '/speaker-series',
    '/privacy',
    '/no-such-page',
    ...(waitlist ? [waitlist, `${waitlist}/received`] : []),
    ...(registration ? [`/app/form/${registration}`] : []),
  ];
}

/** The address of the waitlist form: what the retreat page shows in its frame. Nothing where a provider hosts it. */
export function addressOfWaitlist(origin: string): Promise<string | undefined> {
  return find(`${origin}/`, /<iframe[^>]*\ssrc="(\/app\/form\/[^"]+)"/u);
}

async function find(url: string, pattern: RegExp): Promise<string | undefined> {
  const page = await (await fetch(url)).text();
  return pattern.exec(page)?.[1];
}
