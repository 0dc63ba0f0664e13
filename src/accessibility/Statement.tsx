import { formatDay } from '../content/format.ts';
import { Article, ArticleSection } from '../site/Article.tsx';
import { Linkify } from '../ui/Linkify.tsx';
import { UnbrokenText } from '../ui/UnbrokenText.tsx';
import { criteria, type Criterion, type Proof } from './criteria.ts';
import css from './Statement.module.css';

const title = 'Accessibility statement';

/** The day on which the criteria were last gone through. */
const updatedOn = '2026-11-25';

const intro = [
  'Every founder should be able to read these pages and write to us, with any device and any assistive technology. This site is built to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, and the list below says where it does not.',
];

/** The first part of a criterion's number. */
const principles = { 1: 'Perceivable', 2: 'Operable', 3: 'Understandable', 4: 'Robust' };

/** The accessibility statement: each criterion with the test that proves it, the day it was checked by hand, or why it does not apply. */
export function Statement({ contactEmail }: { contactEmail: string }) {
  return (
    <Article title={title} updatedOn={updatedOn} intro={intro}>
      <ArticleSection heading="If something does not work for you">
        <p>
          <Linkify address={contactEmail}>
            {`Please write to ${contactEmail}. Tell us which page it is, and which device and assistive technology you use. We will answer, and we can also take your details by email.`}
          </Linkify>
        </p>
      </ArticleSection>
      <ArticleSection heading="How we know">
        <p>
          A test is a program that opens the pages in a browser and fails as soon as they stop meeting a criterion. No change to this site
          is released while a test fails. What no program can judge was checked by a person, on the day stated beside it. The video call of
          a workshop belongs to another provider and is not covered.
        </p>
      </ArticleSection>
      {Object.entries(principles).map(([number, name]) => (
        <ArticleSection key={name} heading={`${number}. ${name}`}>
          <ul className={css.criteria} role="list">
            {criteria
              .filter((criterion) => criterion.number.startsWith(`${number}.`))
              .map((criterion) => (
                <Item key={criterion.number} criterion={criterion} />
              ))}
          </ul>
        </ArticleSection>
      ))}
    </Article>
  );
}

const Item = ({ criterion: { number, name, level, proofs } }: { criterion: Criterion }) => (
  <li>
    <h3 className={css.name}>
      {number} {name} <span className={css.level}>(level {level})</span>
    </h3>
    {proofs.map((proof) => (
      <p key={textOf(proof)} className={css.proof}>
        <UnbrokenText>{textOf(proof)}</UnbrokenText>
      </p>
    ))}
  </li>
);

function textOf(proof: Proof): string {
  if ('file' in proof) return `Tested: “${readable(proof.title)}” (${proof.file}).`;
  return 'how' in proof ? `Checked by hand on ${formatDay(proof.checkedOn)}: ${proof.how}` : `Does not apply: ${proof.notApplicable}`;
}

/** Returns a title as a person reads it: each page is named where the test has a placeholder, and its end may be left out. */
const readable = (testTitle: string) => testTitle.replace(/^\$\{path\}/u, 'each page').replace(/ $/u, ' each page');
