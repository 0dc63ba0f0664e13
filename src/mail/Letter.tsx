/* oxlint-disable react/no-array-index-key -- a mail is rendered once, and what it says may stand in it twice */
import { Fragment } from 'react';
import type { Link, Mail } from './mail.ts';
import { light, styles } from './styles.ts';
import { bare } from './table.ts';
import { Windows } from './Windows.tsx';

/** The letter itself: name, heading, text, facts, one button, and why she gets it. */
export function Letter({ mail, width }: { mail: Mail; width: number }) {
  const { name, heading, text, facts, button, ways, next, after, foot, siteUrl, unsubscribe } = mail;
  return (
    <table {...bare} width="100%" style={{ maxWidth: width }}>
      <tbody>
        <tr>
          <td
            className="sheet paper"
            align="left"
            bgcolor={light.paper}
            style={{ padding: '36px 40px 28px', backgroundColor: light.paper, textAlign: 'left' }}
          >
            <Windows />
            <p className="plum" style={{ ...styles.name, margin: '10px 0 28px' }}>
              {name}
            </p>
            <h1 className="plum" style={styles.heading}>
              {heading}
            </h1>
            <Paragraphs text={text} />
            {facts && <Facts facts={facts} />}
            {button && <MailButton {...button} />}
            {ways && <Ways ways={ways} />}
            <Paragraphs text={after} />
            {next && (
              <p className="ink" style={styles.text}>
                <MailLink {...next} />
              </p>
            )}
            <Rule />
            <p className="quiet" style={styles.small}>
              {foot}
            </p>
            <p className="quiet" style={{ ...styles.small, margin: 0 }}>
              <MailLink text={name} href={siteUrl} />
              {unsubscribe && (
                <>
                  {' · '}
                  <MailLink {...unsubscribe} />
                </>
              )}
            </p>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Paragraphs({ text }: { text: string[] }) {
  return text.map((paragraph, place) => (
    <p key={place} className="ink" style={styles.text}>
      {paragraph}
    </p>
  ));
}

function MailLink({ text, href }: Link) {
  return (
    <a className="plum" href={href} style={styles.link}>
      {text}
    </a>
  );
}

/** Each under its label, so that a telephone needs no second column. */
function Facts({ facts }: { facts: NonNullable<Mail['facts']> }) {
  return (
    <>
      {facts.map(({ label, value, href }, place) => (
        <p key={place} className="ink" style={{ ...styles.text, margin: '0 0 12px' }}>
          <span className="quiet" style={styles.label}>
            {label}
          </span>
          <br />
          {value.split(/\r\n|[\r\n]/u).map((line, at) => (
            <Fragment key={at}>
              {at > 0 && <br />}
              {line}
            </Fragment>
          ))}
          {href && (
            <>
              <br />
              <MailLink text={href} href={href} />
            </>
          )}
        </p>
      ))}
    </>
  );
}

function Ways({ ways }: { ways: Link[] }) {
  return (
    <p className="ink" style={styles.text}>
      {ways.map(({ text, href }, place) => (
        <Fragment key={place}>
          {place > 0 && ' · '}
          <MailLink text={text} href={href} />
        </Fragment>
      ))}
    </p>
  );
}

/** Outlook draws neither the link's border nor its ground, and gives the cell the room instead. */
function MailButton({ text, href }: Link) {
  return (
    <table {...bare} style={{ margin: '12px 0 20px' }}>
      <tbody>
        <tr>
          <td
            align="center"
            bgcolor={light.clay}
            style={{ borderRadius: 3, backgroundColor: light.clay, msoPaddingAlt: '13px 24px' } as object}
          >
            <a href={href} style={styles.button}>
              {text}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Rule() {
  return (
    <table {...bare} width="100%" style={{ margin: '28px 0 20px' }}>
      <tbody>
        <tr>
          <td className="rule" height={1} style={{ borderTop: `1px solid ${light.rule}`, fontSize: 1, lineHeight: '1px' }}>
            &nbsp;
          </td>
        </tr>
      </tbody>
    </table>
  );
}
