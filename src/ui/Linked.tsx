import { createElement, Fragment } from 'react';

interface Props {
  /** The mail address that may stand in the text. */
  address: string;
  children: string;
}

/** Text in which our own mail address can be pressed. An editor writes plain words, and no markup. */
export function Linked({ address, children }: Props) {
  const [first, ...others] = children.split(address);
  const link = <a href={`mailto:${address}`}>{address}</a>;
  return createElement(Fragment, null, first, ...others.flatMap((words) => [link, words]));
}
