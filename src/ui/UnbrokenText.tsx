/* oxlint-disable react/no-array-index-key -- the parts of a text stay in their order */
import { unbrokenParts } from './unbroken-parts.ts';

/** A text in which no line ends within a date or a time, or at the hyphen of "check-in". */
export const UnbrokenText = ({ children }: { children: string }) =>
  unbrokenParts(children).map(({ text, isUnbroken }, index) =>
    isUnbroken ? (
      <span key={index} className="unbroken">
        {text}
      </span>
    ) : (
      text
    ),
  );
