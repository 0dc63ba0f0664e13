import type { StatusWords } from '../../content/schemas/status.ts';
import { Sheet } from '../../site/Sheet.tsx';
import type { CorrectionsView } from '../views.ts';
import { BackToSite } from './BackToSite.tsx';
import { Corrections, StatusForm } from './StatusForm.tsx';

interface Props {
  /** The community's name. */
  name: string;
  words: StatusWords;
  view: CorrectionsView;
}

/** The status page while the store cannot be read: only what the founder typed, to be sent again. */
export const UnsavedCorrections = ({ name, words, view }: Props) => (
  <Sheet name={name} heading={name} house="dark">
    <StatusForm>
      <Corrections words={words} view={view} />
    </StatusForm>
    <BackToSite>{words.home}</BackToSite>
  </Sheet>
);
