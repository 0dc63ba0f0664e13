/** A test that fails if the site stops meeting a criterion. */
interface TestProof {
  file: string;
  /** The title of the test, or of a step of it, up to its first placeholder. */
  title: string;
}

/** How a criterion is known to be met, or why it does not apply. */
export type Proof = TestProof | { checkedOn: string; how: string } | { notApplicable: string };

export interface Criterion {
  number: string;
  name: string;
  level: 'A' | 'AA';
  proofs: Proof[];
}

const axe: TestProof = { file: 'test/a11y/axe.spec.ts', title: 'axe finds no violations in ' };
const tree = (title: string): TestProof => ({ file: 'test/a11y/accessibility-tree.spec.ts', title: `the accessibility tree of ${title}` });
const tab: TestProof = { file: 'test/a11y/keyboard.spec.ts', title: 'Tab moves through ' };
const layout = (title: string): TestProof => ({ file: 'test/a11y/layout.spec.ts', title });
const form = (title: string): TestProof => ({ file: 'test/e2e/forms.spec.ts', title });
const gallery = (title: string): TestProof => ({ file: 'test/e2e/gallery.spec.ts', title });
const byHand = (how: string): Proof => ({ checkedOn: '2026-11-25', how });
const notApplicable = (why: string): Proof => ({ notApplicable: why });

const player: TestProof = { file: 'src/workshops/replay.test.tsx', title: 'the player has captions, a transcript and controls' };

/** Every criterion of level A and AA of the Web Content Accessibility Guidelines 2.2, in their order. */
export const criteria: Criterion[] = [
  {
    number: '1.1.1',
    name: 'Non-text Content',
    level: 'A',
    proofs: [axe, { file: 'test/e2e/retreat.spec.ts', title: 'every picture of the retreat page outside the gallery' }],
  },
  {
    number: '1.2.1',
    name: 'Audio-only and Video-only',
    level: 'A',
    proofs: [notApplicable('The site has no audio-only and no video-only content.')],
  },
  { number: '1.2.2', name: 'Captions (Prerecorded)', level: 'A', proofs: [player] },
  { number: '1.2.3', name: 'Audio Description or Media Alternative', level: 'A', proofs: [player] },
  {
    number: '1.2.4',
    name: 'Captions (Live)',
    level: 'AA',
    proofs: [notApplicable('Workshops take place on another provider’s video call, outside this site.')],
  },
  {
    number: '1.2.5',
    name: 'Audio Description (Prerecorded)',
    level: 'AA',
    proofs: [notApplicable('No replay is published yet. A talk that shows more than it says will need one.')],
  },
  { number: '1.3.1', name: 'Info and Relationships', level: 'A', proofs: [axe, tree('the workshop form without and with errors')] },
  { number: '1.3.2', name: 'Meaningful Sequence', level: 'A', proofs: [tab] },
  {
    number: '1.3.3',
    name: 'Sensory Characteristics',
    level: 'A',
    proofs: [byHand('No text on the site refers to a shape, a color, a size or a place on the screen.')],
  },
  {
    number: '1.3.4',
    name: 'Orientation',
    level: 'AA',
    proofs: [byHand('The front page and both forms were opened at 360 by 800 and at 800 by 360 pixels.')],
  },
  { number: '1.3.5', name: 'Identify Input Purpose', level: 'AA', proofs: [axe] },
  {
    number: '1.4.1',
    name: 'Use of Color',
    level: 'A',
    proofs: [
      byHand('Links are underlined or stand alone, and every error is described in words beside its field and in the list above the form.'),
    ],
  },
  { number: '1.4.2', name: 'Audio Control', level: 'A', proofs: [player] },
  { number: '1.4.3', name: 'Contrast (Minimum)', level: 'AA', proofs: [axe] },
  { number: '1.4.4', name: 'Resize Text', level: 'AA', proofs: [layout('text at twice the default size is not cut off')] },
  {
    number: '1.4.5',
    name: 'Images of Text',
    level: 'AA',
    proofs: [
      byHand(
        'Not met by the six pictures of founders’ words, which are set in type; the alternative text of each has the same words. The name of the site in its logo is a logotype, and the title on a book’s cover is part of the picture of the book.',
      ),
    ],
  },
  { number: '1.4.10', name: 'Reflow', level: 'AA', proofs: [layout('no page scrolls horizontally')] },
  { number: '1.4.11', name: 'Non-text Contrast', level: 'AA', proofs: [tab] },
  { number: '1.4.12', name: 'Text Spacing', level: 'AA', proofs: [layout('text with wider spacing is not cut off')] },
  {
    number: '1.4.13',
    name: 'Content on Hover or Focus',
    level: 'AA',
    proofs: [byHand('Nothing appears when an element is hovered over or focused, except the skip link itself.')],
  },
  {
    number: '2.1.1',
    name: 'Keyboard',
    level: 'A',
    proofs: [form('can be filled in and sent with the keyboard only'), gallery('the gallery works with the keyboard')],
  },
  { number: '2.1.2', name: 'No Keyboard Trap', level: 'A', proofs: [tab] },
  { number: '2.1.4', name: 'Character Key Shortcuts', level: 'A', proofs: [byHand('No page has character key shortcuts.')] },
  {
    number: '2.2.1',
    name: 'Timing Adjustable',
    level: 'A',
    proofs: [{ file: 'test/e2e/proof-of-work.spec.ts', title: 'a form left open beyond the life of its challenge' }],
  },
  { number: '2.2.2', name: 'Pause, Stop, Hide', level: 'A', proofs: [layout('nothing is animated with prefers-reduced-motion')] },
  { number: '2.3.1', name: 'Three Flashes or Below Threshold', level: 'A', proofs: [byHand('Nothing flashes. What moves fades in once.')] },
  { number: '2.4.1', name: 'Bypass Blocks', level: 'A', proofs: [{ file: 'test/a11y/keyboard.spec.ts', title: 'the skip link of ' }] },
  { number: '2.4.2', name: 'Page Titled', level: 'A', proofs: [axe] },
  { number: '2.4.3', name: 'Focus Order', level: 'A', proofs: [tab] },
  { number: '2.4.4', name: 'Link Purpose (In Context)', level: 'A', proofs: [axe, tree('header and footer')] },
  {
    number: '2.4.5',
    name: 'Multiple Ways',
    level: 'AA',
    proofs: [
      byHand('Each page that is not a step of a process is linked from the header or the footer of the others, or from the privacy page.'),
    ],
  },
  {
    number: '2.4.6',
    name: 'Headings and Labels',
    level: 'AA',
    proofs: [tree('the waitlist form in its frame'), tree('the questions with one open')],
  },
  { number: '2.4.7', name: 'Focus Visible', level: 'AA', proofs: [tab] },
  {
    number: '2.4.11',
    name: 'Focus Not Obscured (Minimum)',
    level: 'AA',
    proofs: [tab, { file: 'test/e2e/call-to-action-bar.spec.ts', title: 'never covers the focused element' }],
  },
  { number: '2.5.1', name: 'Pointer Gestures', level: 'A', proofs: [gallery('the gallery can be dragged, and the buttons continue')] },
  {
    number: '2.5.2',
    name: 'Pointer Cancellation',
    level: 'A',
    proofs: [{ file: 'test/e2e/touch.spec.ts', title: 'does not suppress an error when it is pressed without a click' }],
  },
  { number: '2.5.3', name: 'Label in Name', level: 'A', proofs: [tree('header and footer'), tree('the waitlist form in its frame')] },
  { number: '2.5.4', name: 'Motion Actuation', level: 'A', proofs: [notApplicable('Nothing is operated by moving the device.')] },
  { number: '2.5.7', name: 'Dragging Movements', level: 'AA', proofs: [gallery('the gallery can be dragged, and the buttons continue')] },
  { number: '2.5.8', name: 'Target Size (Minimum)', level: 'AA', proofs: [layout('${path} has targets of at least 24 pixels')] },
  { number: '3.1.1', name: 'Language of Page', level: 'A', proofs: [axe] },
  { number: '3.1.2', name: 'Language of Parts', level: 'AA', proofs: [byHand('All text is in English, apart from names.')] },
  { number: '3.2.1', name: 'On Focus', level: 'A', proofs: [tab] },
  {
    number: '3.2.2',
    name: 'On Input',
    level: 'A',
    proofs: [form('shows an error when a field loses the focus, not while typing')],
  },
  { number: '3.2.3', name: 'Consistent Navigation', level: 'AA', proofs: [tree('header and footer')] },
  { number: '3.2.4', name: 'Consistent Identification', level: 'AA', proofs: [tree('header and footer')] },
  { number: '3.2.6', name: 'Consistent Help', level: 'A', proofs: [tree('header and footer')] },
  { number: '3.3.1', name: 'Error Identification', level: 'A', proofs: [form('lists and focuses all errors on submit')] },
  { number: '3.3.2', name: 'Labels or Instructions', level: 'A', proofs: [tree('the waitlist form in its frame')] },
  { number: '3.3.3', name: 'Error Suggestion', level: 'AA', proofs: [form('shows the same messages as the server')] },
  {
    number: '3.3.4',
    name: 'Error Prevention (Legal, Financial, Data)',
    level: 'AA',
    proofs: [{ file: 'test/e2e/invitation.spec.ts', title: 'a founder corrects details' }],
  },
  {
    number: '3.3.7',
    name: 'Redundant Entry',
    level: 'A',
    proofs: [{ file: 'test/e2e/forms-without-script.spec.ts', title: 'returns with error messages and everything typed' }],
  },
  {
    number: '3.3.8',
    name: 'Accessible Authentication (Minimum)',
    level: 'AA',
    proofs: [notApplicable('Founders never sign in: they open their pages with a personal link from an email.')],
  },
  { number: '4.1.2', name: 'Name, Role, Value', level: 'A', proofs: [axe, gallery('the gallery has the roles and names of a carousel')] },
  { number: '4.1.3', name: 'Status Messages', level: 'AA', proofs: [gallery('the gallery cycles through all ten pictures')] },
];
