/** The site's tokens as mail programs read them: no custom properties, no OKLCH. A test compares them with src/site/tokens.css. */
export const light = {
  paper: '#fbf6ee',
  linen: '#f1e7d8',
  ink: '#2a1b2b',
  quiet: '#5b4959',
  plum: '#5b2a4e',
  rule: '#dacbb9',
  clay: '#b5472f',
  onAction: '#fffbf6',
  marigold: '#e3a13b',
} as const;

/** The dark scheme. The button and the windows keep their colors. */
export const dark = {
  paper: '#2b1d2c',
  linen: '#1f1420',
  ink: '#ede5d9',
  quiet: '#c5b4a6',
  plum: '#f3d1a9',
  rule: '#483746',
} as const;

const serif = "Georgia, 'Times New Roman', serif";
const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif";

/** Without this, Outlook adds to a line's height. */
const lineHeight = (height: number) => ({ lineHeight: `${height}px`, msoLineHeightRule: 'exactly' });
const breakWords = { wordBreak: 'break-word', overflowWrap: 'anywhere' } as const;

const link = { color: light.plum, textDecoration: 'underline' } as const;
const unbroken = { whiteSpace: 'nowrap' } as const;

export const styles = {
  preview: { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0, fontSize: 1, color: light.linen, msoHide: 'all' },
  name: { margin: 0, color: light.plum, fontFamily: serif, fontSize: 20, ...lineHeight(26) },
  heading: {
    margin: '0 0 20px',
    color: light.plum,
    fontFamily: serif,
    fontSize: 30,
    fontWeight: 400,
    ...lineHeight(37),
    ...breakWords,
  },
  text: { margin: '0 0 16px', color: light.ink, fontFamily: sans, fontSize: 16, ...lineHeight(25), ...breakWords },
  label: { color: light.quiet, fontFamily: sans, fontSize: 13, ...lineHeight(20) },
  link,
  /** One of several short links in a line, whose words stay together. */
  unbrokenLink: { ...link, ...unbroken },
  unbroken,
  small: { margin: '0 0 8px', color: light.quiet, fontFamily: sans, fontSize: 13, ...lineHeight(20), ...breakWords },
  button: {
    display: 'inline-block',
    // A border is part of the link as padding is, and every engine draws it alike.
    border: `solid ${light.clay}`,
    borderWidth: '13px 24px',
    borderRadius: 3,
    backgroundColor: light.clay,
    color: light.onAction,
    fontFamily: sans,
    fontSize: 16,
    fontWeight: 600,
    textDecoration: 'none',
    ...lineHeight(20),
  },
} as const;

/**
 * The rules that no style attribute can hold, and those that not every mail program knows. `[data-ogsc]` is how Outlook on the web marks
 * its own dark scheme.
 */
export const styleSheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
h1 { text-wrap: balance; } p { text-wrap: pretty; }
@media (max-width: 600px) { .sheet { padding: 28px 20px 24px !important; } .around { padding: 0 !important; } }
@media (prefers-color-scheme: dark) { ${darkRules('')} }
${darkRules('[data-ogsc] ')}`;

function darkRules(ancestor: string): string {
  const rules = {
    '.linen': `background-color: ${dark.linen}`,
    '.paper': `background-color: ${dark.paper}`,
    '.ink': `color: ${dark.ink}`,
    '.quiet': `color: ${dark.quiet}`,
    '.plum': `color: ${dark.plum}`,
    '.rule': `border-color: ${dark.rule}`,
  };
  return Object.entries(rules)
    .map(([name, rule]) => `${ancestor}${name} { ${rule} !important; }`)
    .join(' ');
}
