interface Props {
  /** The mail address that may stand in the text. */
  address: string;
  children: string;
}

/** Text in which our own mail address can be pressed. An editor writes plain words, and no markup. */
export function Linked({ address, children }: Props) {
  const parts = children.split(address);
  return parts.map((part, index) => (
    <span key={index}>
      {index > 0 && <a href={`mailto:${address}`}>{address}</a>}
      {part}
    </span>
  ));
}
