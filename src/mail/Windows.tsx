/* oxlint-disable jsx-a11y/control-has-associated-label -- the cells of a table that only holds things in place */
import { light } from './styles.ts';
import { bare } from './table.ts';

/** The ten lit windows of the house, without a picture, since many mail programs show none. */
export function Windows() {
  const cell = { height: 11, fontSize: 1, lineHeight: '11px' } as const;
  return (
    <table {...bare} aria-hidden="true">
      <tbody>
        <tr>
          {Array.from({ length: 19 }, (_, place) =>
            place % 2 === 0 ? (
              <td
                key={place}
                width={8}
                height={11}
                bgcolor={light.marigold}
                style={{ ...cell, width: 8, backgroundColor: light.marigold }}
              />
            ) : (
              <td key={place} width={5} height={11} style={{ ...cell, width: 5 }} />
            ),
          )}
        </tr>
      </tbody>
    </table>
  );
}
