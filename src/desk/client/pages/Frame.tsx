import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Failure } from '../components/Messages.tsx';
import { notResponding, requestResponse } from '../request.ts';
import { watchUse } from '../session.ts';
import { editInFrame, updatePage, type FrameHandlers } from './edit-in-frame.ts';
import css from './Pages.module.css';

interface Props extends FrameHandlers {
  title: string;
  /** The address of the page on this server. */
  src: string;
  /** The width of the screen on which it is shown, in CSS pixels. */
  widthPx: number;
  onLoad: (page: Document) => void;
}

/** A page of the draft at the width of a phone, a tablet or a desktop; as large as there is room. */
export function Frame({ title, src, widthPx, onLoad, choose, change, mayChange }: Props) {
  const { stage, frame } = useFittedFrame(widthPx);
  /** Updates the page that is shown, once it has loaded. */
  const update = useRef<(html: string) => void>(undefined);
  const [problem, setProblem] = useState('');
  const [isLoading, setIsLoading] = useState(true);
  // The frame loads the page itself. It is requested here too, whenever everything else on the screen is.
  const { data, dataUpdatedAt, error } = useQuery({
    queryKey: ['page', src],
    queryFn: async ({ signal }) => (await requestResponse(src, { signal })).text(),
    initialData: '',
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  const showAgain = useEffectEvent(() => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    // The frame is still empty, or has a message because the page could not be shown until now.
    if (page.URL === 'about:blank' || page.contentType !== 'text/html') {
      frame.current!.src = src;
      return;
    }
    setProblem('');
    if (update.current) update.current(data);
    else updatePage(page, data, mayChange);
    onLoad(page);
  });

  useEffect(() => {
    // Even if the page is as before: a refused change is still in it.
    if (dataUpdatedAt > 0) showAgain();
  }, [dataUpdatedAt]);

  function attach(): void {
    const page = frame.current?.contentDocument;
    setIsLoading(false);
    // The browser shows its own error page, which cannot be read.
    if (!page) return setProblem(notResponding);
    if (page.contentType !== 'text/html') return setProblem(replaceRefusal(page));
    setProblem('');
    watchUse(page);
    update.current = editInFrame(page, { choose, change, mayChange });
    onLoad(page);
  }

  return (
    <div>
      <Failure>{error?.message ?? problem}</Failure>
      {isLoading && (
        <p className="quiet small" role="status">
          Building the page; the first one takes a few seconds …
        </p>
      )}
      <div className={css.stage} ref={stage}>
        <iframe ref={frame} title={title} src={src} className={css.frame} onLoad={attach} />
      </div>
    </div>
  );
}

/** Returns the refs of a frame and of the element around it, to which the frame is scaled if it is wider. */
function useFittedFrame(widthPx: number) {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = stage.current!;
    const inner = frame.current!;
    const fit = () => {
      const scale = Math.min(1, element.clientWidth / widthPx);
      inner.style.width = `${widthPx}px`;
      inner.style.height = `${element.clientHeight / scale}px`;
      inner.style.transform = `scale(${scale})`;
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [widthPx]);
  return { stage, frame };
}

/** Returns the message of a refusal, which the desk sends as JSON in place of a page, and replaces the JSON on the screen by a sentence. */
function replaceRefusal(page: Document): string {
  const text = page.body.textContent ?? '';
  page.body.style.font = '1.5rem/1.5 system-ui, sans-serif';
  page.body.textContent = 'This page cannot be shown until what is said above it is corrected.';
  return /"message":"((?:[^"\\]|\\.)*)"/u.exec(text)?.[1] ?? 'The page cannot be shown.';
}
