import type { ReactNode } from 'react';
import css from './Later.module.css';

/** Sections that the first screen does not wait for. Beside each other, they come one after the other. */
export const Later = ({ children }: { children: ReactNode }) => <div className={css.part}>{children}</div>;
