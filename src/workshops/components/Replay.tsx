import type { ReplayContent } from '../../content/schemas/replay.ts';
import { replayAnchor } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import { Paragraphs } from '../../ui/Paragraphs.tsx';
import css from './Replay.module.css';

interface Props {
  replay: ReplayContent;
  poster: string | undefined;
  title: string;
}

/** The video of a workshop that is over, in the browser's own player. Nothing of it is loaded before it plays. */
export function Replay({ replay: { video, captions, transcript }, poster, title }: Props) {
  return (
    <Section id={replayAnchor} heading="Watch the replay" isScreenOnly isTarget className={css.section}>
      <div className={css.replay}>
        <video
          className={css.video}
          controls
          playsInline
          preload="none"
          poster={poster}
          aria-label={title}
          src={video}
          // Cross-Origin-Embedder-Policy lets a video of another origin in only if it allows this.
          crossOrigin={video.startsWith('/') ? undefined : 'anonymous'}
        >
          {/* Not the default: browsers load that before the video plays. */}
          <track kind="captions" srcLang="en" label="English" src={captions} />
        </video>
        <details className={css.transcript}>
          <summary className="disclosure">Read the transcript</summary>
          <Paragraphs text={transcript} />
        </details>
      </div>
    </Section>
  );
}

/** Links to the workshops whose replays can be watched. */
export function PastWorkshops({ workshops }: { workshops: { title: string; speaker: string; href: string }[] }) {
  return (
    <Section id="past" heading="Past workshops to watch" isSplit isScreenOnly>
      <ul className={css.past}>
        {workshops.map(({ title, speaker, href }) => (
          <li key={href}>
            <a className="standalone" href={href}>
              {title}
            </a>{' '}
            with {speaker}
          </li>
        ))}
      </ul>
    </Section>
  );
}
