import { Linkify } from './Linkify.tsx';
import { UnbrokenText } from './UnbrokenText.tsx';

interface Props {
  text: readonly string[];
  /** The email address that is a link where it occurs. */
  address?: string | undefined;
  className?: string | undefined;
}

/** Texts of the content, each as a paragraph. */
export const Paragraphs = ({ text, address, className }: Props) =>
  text.map((paragraph) => (
    <p key={paragraph} className={className}>
      {address ? <Linkify address={address}>{paragraph}</Linkify> : <UnbrokenText>{paragraph}</UnbrokenText>}
    </p>
  ));
