/** The site's colours and letters, as far as mail programs go along (no custom properties, no web fonts). */
export const ink = '#20151f';
export const paper = '#fbf6ee';
export const quiet = '#6b5a66';

const serif = "Georgia, 'Times New Roman', serif";
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif";

export const styles = {
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 },
  name: { margin: '0 0 24px', color: ink, fontFamily: sans, fontSize: 14, fontWeight: 600, letterSpacing: '0.04em' },
  heading: { margin: '0 0 20px', color: ink, fontFamily: serif, fontSize: 30, fontWeight: 400, lineHeight: '36px' },
  text: { margin: '0 0 16px', color: ink, fontFamily: sans, fontSize: 16, lineHeight: '25px' },
  button: { fontFamily: sans, fontSize: 16, fontWeight: 600, textDecoration: 'none' },
  line: { margin: '24px 0 16px', border: 0, borderTop: '1px solid #d9ccc0' },
  small: { margin: 0, fontFamily: sans, fontSize: 13, lineHeight: '20px' },
} as const;
