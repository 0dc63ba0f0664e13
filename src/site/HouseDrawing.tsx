import house from './art/house.svg?raw';
import css from './HouseDrawing.module.css';

interface Props {
  /** Whether all ten windows are lit, or only one. */
  isLit?: boolean;
}

/**
 * The house at night. Its ground has the footer's color, so that it joins the footer. It adds nothing to the words, so it is not read out.
 */
export function HouseDrawing({ isLit = false }: Props) {
  return <div className={`${css.house} ${isLit ? css.lit : ''}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: house }} />;
}
