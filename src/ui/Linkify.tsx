import { Fragment } from 'react';
import { UnbrokenText } from './UnbrokenText.tsx';

interface Props {
  /** The email address that may occur in the text. */
  address: string;
  children: string;
}

/**
 * Text in which an email address is a link. An editor writes plain text without markup. The link has the target `_top`: in a frame, the
 * policy of the page around it (`frame-src`) would block the address, and the browser would show an error in the frame.
 */
export function Linkify({ address, children }: Props) {
  return children.split(address).map((words, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && (
        <a href={`mailto:${address}`} target="_top">
          {address}
        </a>
      )}
      <UnbrokenText>{words}</UnbrokenText>
    </Fragment>
  ));
}
