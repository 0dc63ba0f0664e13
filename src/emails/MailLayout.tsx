import type { Mail } from './mail.ts';
import { ink, paper, quiet, styles } from './styles.ts';

/** Where Outlook's engine ignores a style, a table still holds the page together: one column, 560 pixels at most. */
const table = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' } as const;

/** What an old mail program may do to colours in the dark it does; what asks first gets colours that were chosen. */
const dark = `
  @media (prefers-color-scheme: dark) {
    .page, .sheet { background: #20151f !important; }
    .ink { color: #fbf6ee !important; }
    .quiet { color: #cdbfc9 !important; }
  }
  @media (max-width: 480px) { .sheet { padding: 24px 20px !important; } }
`;

/** One letter: name, heading, text, a button, and why she gets it. */
export function MailLayout({ mail }: { mail: Mail }) {
  return (
    <html lang="en-US">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{mail.subject}</title>
        <style>{dark}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: paper }}>
        <div data-skip-in-text="true" style={styles.preview}>
          {mail.preview}
        </div>
        <table {...table} className="page" style={{ backgroundColor: paper }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 0' }}>
                <table {...table} style={{ maxWidth: 560 }}>
                  <tbody>
                    <tr>
                      <td className="sheet" style={{ padding: '32px 36px', backgroundColor: paper }}>
                        <p className="ink" style={styles.name}>
                          {mail.name}
                        </p>
                        <h1 className="ink" style={styles.heading}>
                          {mail.heading}
                        </h1>
                        {mail.text.map((paragraph) => (
                          <p key={paragraph} className="ink" style={styles.text}>
                            {paragraph}
                          </p>
                        ))}
                        {mail.facts && <Facts facts={mail.facts} />}
                        {mail.button && <MailButton {...mail.button} />}
                        {mail.links && <Links links={mail.links} />}
                        {mail.after.map((paragraph) => (
                          <p key={paragraph} className="ink" style={styles.text}>
                            {paragraph}
                          </p>
                        ))}
                        <hr style={styles.line} />
                        <p className="quiet" style={{ ...styles.small, color: quiet }}>
                          {mail.foot}{' '}
                          <a className="quiet" href={mail.siteUrl} style={{ color: quiet }}>
                            {mail.name}
                          </a>
                          {mail.unsubscribe && (
                            <>
                              {' · '}
                              <a className="quiet" href={mail.unsubscribe.href} style={{ color: quiet }}>
                                {mail.unsubscribe.text}
                              </a>
                            </>
                          )}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** Label and value in a row each; in plain text a line each. */
function Facts({ facts }: { facts: NonNullable<Mail['facts']> }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 20px' }}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <td className="quiet" valign="top" style={{ ...styles.small, color: quiet, padding: '3px 16px 3px 0' }}>
              {label}
            </td>
            <td className="ink" valign="top" style={{ ...styles.text, margin: 0, padding: '0 0 6px', whiteSpace: 'pre-line' }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Links({ links }: { links: NonNullable<Mail['links']> }) {
  return (
    <p className="ink" style={styles.text}>
      {links.map(({ text, href }, place) => (
        <span key={href}>
          {place > 0 && ' · '}
          <a className="ink" href={href} style={{ color: ink }}>
            {text}
          </a>
        </span>
      ))}
    </p>
  );
}

/** A cell with a colour of its own: Outlook draws no padding around a link. */
function MailButton({ text, href }: { text: string; href: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td align="center" style={{ backgroundColor: '#8a2c4a', borderRadius: 8, padding: '14px 24px' }}>
            <a href={href} style={{ ...styles.button, color: '#ffffff', borderColor: ink }}>
              {text}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
