/** The honeypot: a hidden field with a label that asks to leave it empty. Bots fill it in. */
export const honeypot = 'leave_this_empty';

/** The proof of work, which script fills in. */
export const proofField = 'altcha';

/** The provider's names of the fields that identify the form. */
export const formIdentity = { id: 'inf_form_xid', name: 'inf_form_name', version: 'infusionsoft_version' } as const;

/** The campaign parameters that are kept with a submission; all other unknown fields are dropped. */
export const utmNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;

/** What the desk and its spreadsheet call the campaign parameters. */
export const campaignLabels: Record<(typeof utmNames)[number], string> = {
  utm_source: 'Source',
  utm_medium: 'Medium',
  utm_campaign: 'Campaign',
  utm_term: 'Term',
  utm_content: 'Content',
};

/** The campaign parameters of an address, for instance those of the page that shows the form. */
export function utmOf(address: string): Record<string, string> {
  const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
  const utm: Record<string, string> = {};
  for (const name of utmNames) {
    const value = query.get(name);
    if (value) utm[name] = value;
  }
  return utm;
}
