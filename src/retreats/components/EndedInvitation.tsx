import { Message, Sheet } from '../../site/Sheet.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import { BackToSite } from './BackToSite.tsx';
import type { StageText } from './view-text.ts';

interface Props {
  /** The community's name, which the logo spells. */
  name: string;
  stage: StageText;
  /** The words of the link to the front page. */
  home: string;
}

/** The page of an invitation once its retreat has ended. */
export const EndedInvitation = ({ name, stage: { heading, text }, home }: Props) => (
  <Sheet name={name} heading={heading} house="dark">
    <Message>
      <Paragraphs text={text} />
    </Message>
    <BackToSite>{home}</BackToSite>
  </Sheet>
);
