import type { PageList } from '../../server/routes/preview.ts';
import { useData } from '../api.ts';
import css from './Picture.module.css';

/** A small picture of a file in the draft; its name if there is none. */
export function Thumbnail({ src }: { src: string }) {
  const { data } = useData<PageList>('/api/pages/list', []);
  return data ? <img className={css.thumbnail} src={data.base + src} alt={src.split('/').at(-1)!} /> : null;
}
