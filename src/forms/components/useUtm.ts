import { useEffect, useState, type RefObject } from 'react';
import { utmOf } from '../hidden-fields.ts';

/** Returns the campaign parameters of the page; undefined until the form is hydrated. */
export function useUtm(form: RefObject<HTMLFormElement | null>) {
  const [utm, setUtm] = useState<Record<string, string>>();

  useEffect(() => {
    // In the retreat page's frame, the campaign is in the address of the page around it.
    const outer = document.referrer.startsWith(`${location.origin}/`) ? utmOf(document.referrer) : {};
    setUtm({ ...outer, ...utmOf(location.href) });
  }, []);

  useEffect(() => {
    // The campaign is in the form: now it may be submitted (src/site/islands/touch.ts).
    if (utm) form.current?.dispatchEvent(new Event('hydrated', { bubbles: true }));
  }, [form, utm]);

  return utm;
}
