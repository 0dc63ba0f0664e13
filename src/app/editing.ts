import { loadContent } from '../content/load.ts';
import type { Answer } from '../http/door.ts';
import { renderMail } from '../mail/render.tsx';
import { openHouse } from './create-app.ts';
import { createLog } from './log.ts';
import { openOutput } from './log-output.ts';
import { readSettings } from './settings.ts';

async function openForEditing() {
  const content = loadContent();
  const house = await openHouse({
    settings: readSettings(process.env),
    content,
    renderMail,
    now: () => new Date(),
    log: createLog(openOutput()),
  });
  house.outbox.start();
  return { content, ...house };
}

const opened = openForEditing();

/** What `npm run dev` answers where the site's front would: the real doors over the real store. Undefined where no door is. */
export async function answerWhileEditing(request: Request): Promise<Answer | undefined> {
  const { doors } = await opened;
  const { pathname, search, searchParams: query } = new URL(request.url);
  for (const door of doors) {
    const parameter = (door.path.exec(pathname) ?? door.path.exec(pathname + search))?.[1];
    const answer = door[request.method as 'GET' | 'POST'];
    const header = (name: string) => request.headers.get(name) ?? undefined;
    if (parameter === undefined || !answer) continue;
    const post = {
      origin: header('origin'),
      contentType: header('content-type'),
      contentEncoding: header('content-encoding'),
      contentLength: header('content-length'),
      client: '127.0.0.1',
      reference: 'editing',
      body: request.body ?? new Blob().stream(),
    };
    return answer({ parameter, query, post });
  }
  return undefined;
}
