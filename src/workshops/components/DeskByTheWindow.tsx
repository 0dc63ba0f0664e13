import desk from '../art/desk.svg?raw';
import css from './DeskByTheWindow.module.css';

/**
 * The picture of the first screen: a call on the desk, the hill country behind it. It stands in the HTML, because its
 * sky follows the colour scheme and its wall is the page. It adds nothing to the words, so it is not read out.
 */
export function DeskByTheWindow() {
  return <div className={css.desk} aria-hidden="true" dangerouslySetInnerHTML={{ __html: desk }} />;
}
