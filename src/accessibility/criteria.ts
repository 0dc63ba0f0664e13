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

function criterion(number: string, name: string, level: Criterion['level'], ...proofs: Proof[]): Criterion {
  return { number, name, level, proofs };
}

const test = (file: string, title: string): TestProof => ({ file, title });
const axe = test('test/a11y/axe.spec.ts', 'axe finds no violations in ');
const tree = (title: string) => test('test/a11y/accessibility-tree.spec.ts', `the accessibility tree of ${title}`);
const tab = test('test/a11y/keyboard.spec.ts', 'Tab moves through ');
const layout = (title: string) => test('test/a11y/layout.spec.ts', title);
const form = (title: string) => test('test/e2e/forms.spec.ts', title);
const gallery = (title: string) => test('test/e2e/gallery.spec.ts', title);
const byHand = (how: string): Proof => ({ checkedOn: '2026-11-25', how });
const notApplicable = (why: string): Proof => ({ notApplicable: why });

const player = test('src/workshops/replay.test.tsx', 'the player has captions, a transcript and controls');

/** Every criterion of level A and AA of the Web Content Accessibility Guidelines 2.2, in their order. */
export const criteria: Criterion[] = [
  criterion(
    '1.1.1',
    'Non-text Content',
    'A',
    axe,
    test('test/e2e/retreat.spec.ts', 'every picture of the retreat page outside the gallery'),
  ),
  criterion('1.2.1', 'Audio-only and Video-only', 'A', notApplicable('The site has no audio-only and no video-only content.')),
  criterion('1.2.2', 'Captions (Prerecorded)', 'A', player),
  criterion('1.2.3', 'Audio Description or Media Alternative', 'A', player),
  criterion('1.2.4', 'Captions (Live)', 'AA', notApplicable('Workshops take place on another provider’s video call, outside this site.')),
  criterion(
    '1.2.5',
    'Audio Description (Prerecorded)',
    'AA',
    notApplicable('No replay is published yet. A talk that shows more than it says will need one.'),
  ),
  criterion('1.3.1', 'Info and Relationships', 'A', axe, tree('the workshop form without and with errors')),
  criterion('1.3.2', 'Meaningful Sequence', 'A', tab),
  criterion(
    '1.3.3',
    'Sensory Characteristics',
    'A',
    byHand('No text on the site refers to a shape, a color, a size or a place on the screen.'),
  ),
  criterion('1.3.4', 'Orientation', 'AA', byHand('The front page and both forms were opened at 360 by 800 and at 800 by 360 pixels.')),
  criterion('1.3.5', 'Identify Input Purpose', 'AA', axe),
  criterion(
    '1.4.1',
    'Use of Color',
    'A',
    byHand('Links are underlined or stand alone, and every error is described in words beside its field and in the list above the form.'),
  ),
  criterion('1.4.2', 'Audio Control', 'A', player),
  criterion('1.4.3', 'Contrast (Minimum)', 'AA', axe),
  criterion('1.4.4', 'Resize Text', 'AA', layout('text at twice the default size is not cut off')),
  criterion(
    '1.4.5',
    'Images of Text',
    'AA',
    byHand(
      'Not met by the six pictures of founders’ words, which are set in type; the alternative text of each has the same words. The name of the site in its logo is a logotype, and the title on a book’s cover is part of the picture of the book.',
    ),
  ),
  criterion('1.4.10', 'Reflow', 'AA', layout('no page scrolls horizontally')),
  criterion('1.4.11', 'Non-text Contrast', 'AA', tab),
  criterion('1.4.12', 'Text Spacing', 'AA', layout('text with wider spacing is not cut off')),
  criterion(
    '1.4.13',
    'Content on Hover or Focus',
    'AA',
    byHand('Nothing appears when an element is hovered over or focused, except the skip link itself.'),
  ),
  criterion(
    '2.1.1',
    'Keyboard',
    'A',
    form('can be filled in and sent with the keyboard only'),
    gallery('the gallery works with the keyboard'),
  ),
  criterion('2.1.2', 'No Keyboard Trap', 'A', tab),
  criterion('2.1.4', 'Character Key Shortcuts', 'A', byHand('No page has character key shortcuts.')),
  criterion('2.2.1', 'Timing Adjustable', 'A', test('test/e2e/proof-of-work.spec.ts', 'a form left open beyond the life of its challenge')),
  criterion('2.2.2', 'Pause, Stop, Hide', 'A', layout('nothing is animated with prefers-reduced-motion')),
  criterion('2.3.1', 'Three Flashes or Below Threshold', 'A', byHand('Nothing flashes. What moves fades in once.')),
  criterion('2.4.1', 'Bypass Blocks', 'A', test('test/a11y/keyboard.spec.ts', 'the skip link of ')),
  criterion('2.4.2', 'Page Titled', 'A', axe),
  criterion('2.4.3', 'Focus Order', 'A', tab),
  criterion('2.4.4', 'Link Purpose (In Context)', 'A', axe, tree('header and footer')),
  criterion(
    '2.4.5',
    'Multiple Ways',
    'AA',
    byHand('Each page that is not a step of a process is linked from the header or the footer of the others, or from the privacy page.'),
  ),
  criterion('2.4.6', 'Headings and Labels', 'AA', tree('the waitlist form in its frame'), tree('the questions with one open')),
  criterion('2.4.7', 'Focus Visible', 'AA', tab),
  criterion(
    '2.4.11',
    'Focus Not Obscured (Minimum)',
    'AA',
    tab,
    test('test/e2e/call-to-action-bar.spec.ts', 'never covers the focused element'),
  ),
  criterion('2.5.1', 'Pointer Gestures', 'A', gallery('the gallery can be dragged, and the buttons continue')),
  criterion(
    '2.5.2',
    'Pointer Cancellation',
    'A',
    test('test/e2e/touch.spec.ts', 'does not suppress an error when it is pressed without a click'),
  ),
  criterion('2.5.3', 'Label in Name', 'A', tree('header and footer'), tree('the waitlist form in its frame')),
  criterion('2.5.4', 'Motion Actuation', 'A', notApplicable('Nothing is operated by moving the device.')),
  criterion('2.5.7', 'Dragging Movements', 'AA', gallery('the gallery can be dragged, and the buttons continue')),
  criterion('2.5.8', 'Target Size (Minimum)', 'AA', layout('${path} has targets of at least 24 pixels')),
  criterion('3.1.1', 'Language of Page', 'A', axe),
  criterion('3.1.2', 'Language of Parts', 'AA', byHand('All text is in English, apart from names.')),
  criterion('3.2.1', 'On Focus', 'A', tab),
  criterion('3.2.2', 'On Input', 'A', form('shows an error when a field loses the focus, not while typing')),
  criterion('3.2.3', 'Consistent Navigation', 'AA', tree('header and footer')),
  criterion('3.2.4', 'Consistent Identification', 'AA', tree('header and footer')),
  criterion('3.2.6', 'Consistent Help', 'A', tree('header and footer')),
  criterion('3.3.1', 'Error Identification', 'A', form('lists and focuses all errors on submit')),
  criterion('3.3.2', 'Labels or Instructions', 'A', tree('the waitlist form in its frame')),
  criterion('3.3.3', 'Error Suggestion', 'AA', form('shows the same messages as the server')),
  criterion('3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA', test('test/e2e/invitation.spec.ts', 'a founder corrects details')),
  criterion(
    '3.3.7',
    'Redundant Entry',
    'A',
    test('test/e2e/forms-without-script.spec.ts', 'returns with error messages and everything typed'),
  ),
  criterion(
    '3.3.8',
    'Accessible Authentication (Minimum)',
    'AA',
    notApplicable('Founders never sign in: they open their pages with a personal link from an email.'),
  ),
  criterion('4.1.2', 'Name, Role, Value', 'A', axe, gallery('the gallery has the roles and names of a carousel')),
  criterion('4.1.3', 'Status Messages', 'AA', gallery('the gallery cycles through all ten pictures')),
];
