import type { PageWords } from '../../content/schemas/site.ts';
import { paths } from '../../paths.ts';
import { Article, ArticleSection } from '../../site/Article.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';

interface Props {
  words: PageWords['privacy'];
  contactEmail: string;
}

/** The privacy page. It leads to the accessibility statement as well. */
export function PrivacyPolicy({ words: { sections, ...opening }, contactEmail }: Props) {
  return (
    <Article {...opening}>
      {sections.map(({ heading, text }) => (
        <ArticleSection key={heading} heading={heading}>
          <Paragraphs text={text} address={contactEmail} />
        </ArticleSection>
      ))}
      <ArticleSection>
        <p>
          Our <a href={paths.accessibility}>accessibility statement</a> explains how we make sure that everybody can use these pages.
        </p>
      </ArticleSection>
    </Article>
  );
}
