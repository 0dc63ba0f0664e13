/* oxlint-disable react/no-array-index-key -- an email is rendered once, and may say the same thing twice */
/* oxlint-disable jsx-a11y/control-has-associated-label -- the cells of layout tables */
import { Fragment } from 'react';
import type { ComponentProps, CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { unbrokenParts } from '../ui/unbroken-parts.ts';
import type { Link, MailBody } from './mail.ts';
import { light, styles, styleSheet } from './styles.ts';

declare module 'react' {
  // What Outlook reads instead of a background color in a style; HTML had it until version 5.
  interface TableHTMLAttributes<T> {
    bgcolor?: string;
  }
  interface TdHTMLAttributes<T> {
    bgcolor?: string;
  }
}

/** The width of the letter, in pixels. */
const width = 560;

/** Outlook's engine does not support a maximum width: a table of a fixed width that only Outlook sees keeps the lines short. */
const withOutlookTable = (html: string) =>
  `<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->${html}` +
  '<!--[if mso]></td></tr></table><![endif]-->';

/** Invisible characters behind the preview: without them an inbox continues with the first words of the letter. */
const padding = '\u034f\u200c\u00a0'.repeat(90);

/** The HTML document of an email: a letter on linen. */
export function MailLayout({ mail }: { mail: MailBody }) {
  return (
    <html lang="en-US" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Phones turn dates and numbers into links, in a color of their own. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{mail.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="linen" style={{ margin: 0, padding: 0, backgroundColor: light.linen }}>
        <div style={styles.preview} aria-hidden="true">
          {mail.preview}
          {padding}
        </div>
        <LayoutRow width="100%" className="linen" bgcolor={light.linen} style={{ backgroundColor: light.linen }}>
          <td
            align="center"
            className="around"
            style={{ padding: '32px 0' }}
            dangerouslySetInnerHTML={{ __html: withOutlookTable(renderToStaticMarkup(<Letter mail={mail} />)) }}
          />
        </LayoutRow>
      </body>
    </html>
  );
}

/** A table with one row: mail programs agree on no layout but tables. Such a table means nothing to a screen reader. */
const LayoutRow = ({ children, ...table }: ComponentProps<'table'>) => (
  <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...table}>
    <tbody>
      <tr>{children}</tr>
    </tbody>
  </table>
);

function Letter({ mail }: { mail: MailBody }) {
  return (
    <LayoutRow width="100%" style={{ maxWidth: width }}>
      <td
        className="sheet paper"
        align="left"
        bgcolor={light.paper}
        style={{ padding: '36px 40px 28px', backgroundColor: light.paper, textAlign: 'left' }}
      >
        <Windows />
        <p className="plum" style={{ ...styles.name, margin: '10px 0 28px' }}>
          {mail.siteName}
        </p>
        <h1 className="plum" style={styles.heading}>
          {mail.heading}
        </h1>
        <Paragraphs text={mail.text} />
        {mail.facts?.map((fact, index) => (
          <Fact key={index} {...fact} />
        ))}
        <Paragraphs text={mail.withButton} />
        {mail.button && <MailButton {...mail.button} />}
        {mail.alternatives && <LinkParagraph links={mail.alternatives} />}
        <Paragraphs text={mail.after} />
        {mail.next && <LinkParagraph links={[mail.next]} />}
        <Rule />
        <p className="quiet" style={styles.small}>
          {mail.foot}
        </p>
        {mail.postalAddress && (
          <p className="quiet" style={styles.small}>
            {mail.postalAddress}
          </p>
        )}
        <p className="quiet" style={{ ...styles.small, margin: 0 }}>
          <MailLinks links={[{ text: mail.siteName, href: mail.siteUrl }, ...(mail.unsubscribe ? [mail.unsubscribe] : [])]} />
        </p>
      </td>
    </LayoutRow>
  );
}

/** The ten lit windows of the house, drawn without a picture, since many mail programs show none. */
function Windows() {
  const cell = { height: 11, fontSize: 1, lineHeight: '11px' } as const;
  return (
    <LayoutRow aria-hidden="true">
      {Array.from({ length: 19 }, (_, index) =>
        index % 2 === 0 ? (
          <td key={index} width={8} height={11} bgcolor={light.marigold} style={{ ...cell, width: 8, backgroundColor: light.marigold }} />
        ) : (
          <td key={index} width={5} height={11} style={{ ...cell, width: 5 }} />
        ),
      )}
    </LayoutRow>
  );
}

function Paragraphs({ text }: { text: string[] }) {
  return text.map((paragraph, index) => (
    <p key={index} className="ink" style={styles.text}>
      {linesOf(paragraph).map((line, at) => (
        <Fragment key={at}>
          {at > 0 && <br />}
          {withUnbrokenParts(line)}
        </Fragment>
      ))}
    </p>
  ));
}

/** Returns the lines of a text with any kind of line break. */
export const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/u);

function LinkParagraph({ links }: { links: Link[] }) {
  return (
    <p className="ink" style={styles.text}>
      <MailLinks links={links} style={links.length > 1 ? styles.unbrokenLink : styles.link} />
    </p>
  );
}

function MailLinks({ links, style = styles.link }: { links: Link[]; style?: CSSProperties }) {
  return links.map(({ text, href }, index) => (
    <Fragment key={index}>
      {/* No dot, which would begin or end a line on a phone. A line can end after the last of the spaces only. */}
      {index > 0 && '\u00A0\u00A0 '}
      <a className="plum" href={href} style={style}>
        {text}
      </a>
    </Fragment>
  ));
}

/** A value below its label, so that a phone needs no second column. */
function Fact({ label, value, href, linkText }: NonNullable<MailBody['facts']>[number]) {
  return (
    <p className="ink" style={{ ...styles.text, margin: '0 0 12px' }}>
      <span className="quiet" style={styles.label}>
        {label}
      </span>
      {linesOf(value).map((line, index) => (
        <Fragment key={index}>
          <br />
          {withUnbrokenOffset(line)}
        </Fragment>
      ))}
      {href && (
        <>
          <br />
          <MailLinks links={[{ text: linkText ?? href, href }]} />
        </>
      )}
    </p>
  );
}

/** Browsers, and the mail programs that are built on one, end a line after the hyphen of "(UTC-05:00)". */
const withUnbrokenOffset = (line: string) =>
  line
    .split(/(\(UTC-[\d:]+\))/u)
    .map((part, index) =>
      index % 2 === 0 ? <Fragment key={index}>{withUnbrokenParts(part)}</Fragment> : <Unbroken key={index}>{part}</Unbroken>,
    );

const withUnbrokenParts = (text: string) =>
  unbrokenParts(text).map((part, index) => (part.isUnbroken ? <Unbroken key={index}>{part.text}</Unbroken> : part.text));

const Unbroken = ({ children }: { children: string }) => <span style={styles.unbroken}>{children}</span>;

/** Outlook draws neither the link's border nor its background, and pads the cell instead. */
function MailButton({ text, href }: Link) {
  return (
    <LayoutRow style={{ margin: '20px 0' }}>
      <td
        align="center"
        bgcolor={light.clay}
        style={{ borderRadius: 3, backgroundColor: light.clay, msoPaddingAlt: '13px 24px' } as object}
      >
        <a href={href} style={styles.button}>
          {text}
        </a>
      </td>
    </LayoutRow>
  );
}

function Rule() {
  return (
    <LayoutRow width="100%" style={{ margin: '28px 0 20px' }}>
      <td className="rule" height={1} style={{ borderTop: `1px solid ${light.rule}`, fontSize: 1, lineHeight: '1px' }}>
        &nbsp;
      </td>
    </LayoutRow>
  );
}
