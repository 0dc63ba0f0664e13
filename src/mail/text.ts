import type { Link, Mail } from './mail.ts';

/**
 * A mail as plain text, as a person would type it: one link a line, each after what it is for. The other ways to do what the button does are left
 * out: addresses of many lines, for programs that show no HTML.
 */
export function textOf({ name, heading, text, facts, button, next, after, foot, siteUrl, unsubscribe }: Mail): string {
  const lines = facts?.map(({ label, value, href }) => {
    const [first = '', ...rest] = value.split(/\r\n|[\r\n]/u);
    return [`${label}: ${first}`, ...rest.map((line) => `  ${line}`), ...(href ? [`  ${href}`] : [])].join('\n');
  });
  const parts = [
    heading,
    ...text,
    ...(lines ? [lines.join('\n')] : []),
    ...link(button),
    ...after,
    ...link(next),
    // RFC 3676, 4.3: what follows is no part of the letter.
    ['-- ', name, siteUrl, foot, ...link(unsubscribe)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

const link = (one: Link | undefined) => (one ? [`${one.text}:\n${one.href}`] : []);
