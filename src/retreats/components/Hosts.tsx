import type { RetreatContent } from '../../content/schemas/retreat.ts';
import { Picture, type PictureSource } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './Hosts.module.css';

interface Props {
  hosts: RetreatContent['hosts'];
  /** In the order of the hosts. */
  portraits: PictureSource[];
}

/** The two hosts. Their portraits touch, on a phone too. */
export function Hosts({ hosts, portraits }: Props) {
  return (
    <Section id="hosts" heading={hosts.heading} isScreenOnly>
      <div className={css.diptych}>
        {hosts.hosts.map(({ name, role, biography, numbers }, index) => (
          <article key={name} className={css.host}>
            <Picture picture={portraits[index]!} className={css.portrait} />
            <div className={css.words}>
              <h3>{name}</h3>
              <p className={css.role}>{role}</p>
              <div>
                <Paragraphs text={biography} />
                {numbers.length > 0 && (
                  <dl className={css.numbers}>
                    {numbers.map(({ value, label }) => (
                      <div key={label}>
                        <dt>{label}</dt>
                        <dd>{value}</dd>
                      </div>
                    ))}
                  </dl>
                )}
              </div>
            </div>
          </article>
        ))}
      </div>
    </Section>
  );
}
