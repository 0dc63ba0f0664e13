import { UnbrokenText } from './UnbrokenText.tsx';

/** Texts of the content, each as a paragraph. */
export const Paragraphs = ({ text, className }: { text: readonly string[]; className?: string | undefined }) =>
  text.map((paragraph) => (
    <p key={paragraph} className={className}>
      <UnbrokenText>{paragraph}</UnbrokenText>
    </p>
  ));
