/* oxlint-disable jsx-a11y/control-has-associated-label -- the cells of a table that only holds things in place */
import { renderToStaticMarkup } from 'react-dom/server';
import { Letter } from './Letter.tsx';
import type { Mail } from './mail.ts';
import { bare } from './table.ts';
import { light, sheet, styles } from './styles.ts';

/** The width of the letter, in pixels. */
const width = 560;

/** Outlook's engine knows no greatest width: a table of a fixed one that only it sees keeps the lines short. */
const column = (letter: string) =>
  `<!--[if mso]><table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->${letter}` +
  '<!--[if mso]></td></tr></table><![endif]-->';

/** Without it an inbox goes on behind the preview with the first words of the letter. */
const nothing = '\u034f\u200c\u00a0'.repeat(90);

/** The document of a mail: a letter on a linen table. */
export function MailLayout({ mail }: { mail: Mail }) {
  const letter = renderToStaticMarkup(<Letter mail={mail} width={width} />);
  return (
    <html lang="en-US" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Phones make links of dates and numbers, in a colour of their own. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{mail.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: sheet }} />
      </head>
      <body className="linen" style={{ margin: 0, padding: 0, backgroundColor: light.linen }}>
        <div style={styles.preview} aria-hidden="true">
          {mail.preview}
          {nothing}
        </div>
        <table {...bare} width="100%" className="linen" bgcolor={light.linen} style={{ backgroundColor: light.linen }}>
          <tbody>
            <tr>
              <td align="center" className="around" style={{ padding: '32px 0' }} dangerouslySetInnerHTML={{ __html: column(letter) }} />
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
