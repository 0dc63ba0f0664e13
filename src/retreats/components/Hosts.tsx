import { Picture } from '../../ui/Picture.tsx';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import type { retreatPictures } from '../pictures.ts';
import css from './Hosts.module.css';

interface Props {
  heading: string;
  hosts: Awaited<ReturnType<typeof retreatPictures>>['hosts'];
}

/** The two hosts. Their portraits touch, on a phone too. */
export function Hosts({ heading, hosts }: Props) {
  return (
    <Section id="hosts" heading={heading} isScreenOnly>
      <div className={css.diptych}>
        {hosts.map(({ name, role, biography, numbers, portrait }) => (
          <article key={name} className={css.host}>
            <Picture picture={portrait} className={css.portrait} />
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
