interface Props {
  text: readonly string[];
  className?: string | undefined;
}

/** Texts of the content, each as a paragraph. */
export const Paragraphs = ({ text, className }: Props) =>
  text.map((paragraph) => (
    <p key={paragraph} className={className}>
      {paragraph}
    </p>
  ));
