import house from './art/house.svg?raw';
import css from './House.module.css';

interface Props {
  /** All ten windows lit, as when somebody is expected; otherwise one. */
  lit?: boolean;
}

/** The house at night. Its ground has the footer's colour, so that it stands on the footer. It says nothing the words do not, so it is not read out. */
export function House({ lit = false }: Props) {
  return <div className={`${css.house} ${lit ? css.lit : ''}`} aria-hidden="true" dangerouslySetInnerHTML={{ __html: house }} />;
}
