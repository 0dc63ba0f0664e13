import type { Content } from '../content.ts';

/** Something that an editor should mend. `launch`: a warning before launch and an error at launch; `always`: an error. */
export interface Finding {
  /** As it stands in the repository, for example `content/retreat/letter.yaml`. */
  file: string;
  /** As an editor counts, for example `pictures[3].alt`: the third picture. */
  field: string;
  message: string;
  severity: 'always' | 'launch';
}

/** What the rules may ask of the world. */
export interface Circumstances {
  now: Date;
  /** Whether a picture's address, for example `/uploads/book-cover.svg`, has a file. */
  fileExists: (src: string) => boolean;
}

export type Rule = (content: Content, circumstances: Circumstances) => Finding[];
