import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { minuteMs } from '../../durations.ts';
import { loadContent } from '../../content/load.ts';
import { Refused } from '../../refused.ts';
import { mailPage } from './mail-page.ts';
import type { PreviewPage } from './pages.ts';
import { placeMarks } from './place-marks.ts';

/** A preview without a request for this long is closed. */
const idleMs = 10 * minuteMs;

export interface PreviewFile {
  status: number;
  type: string;
  body: Buffer;
}

interface Running {
  child: ChildProcess;
  port: Promise<number>;
  timer: NodeJS.Timeout;
  /** Resolves once no picture is being generated. */
  pictures: Promise<unknown>;
}

export type Preview = ReturnType<typeof createPreview>;

/**
 * Shows drafts as pages: one process of Astro's development server for each content folder, started with the first request for a page and
 * ended after ten minutes without a request. `workFolder` keeps its generated files; `base` is where the desk serves the pages.
 */
export function createPreview({ workFolder, base }: { workFolder: string; base: string }) {
  const running = new Map<string, Running>();
  let isStopped = false;

  /** Resolves once the process has ended: it writes into the work folder until then. */
  async function stop(folder: string): Promise<void> {
    const preview = running.get(folder);
    running.delete(folder);
    if (!preview) return;
    clearTimeout(preview.timer);
    // A kill damages nothing: the next preview generates the files that it needs. The process may still be starting.
    if (preview.child.exitCode === null && preview.child.kill('SIGKILL')) await once(preview.child, 'exit');
  }

  function start(folder: string): Running {
    const { PATH, HOME, SITE_URL } = process.env;
    const child = fork(join(import.meta.dirname, 'process.ts'), [join(workFolder, encodeURIComponent(folder))], {
      // No other variable: the process does not need the passwords of the site.
      env: { PATH: PATH ?? '', HOME: HOME ?? '', ...(SITE_URL && { SITE_URL }), CONTENT_FOLDER: folder, CONTENT_MARKS: '1' },
      // Astro's own messages do not belong in the site's log.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    const port = new Promise<number>((resolve, reject) => {
      child.once('message', (message: { port: number }) => resolve(message.port));
      child.once('error', reject);
      child.once('exit', () => {
        if (running.get(folder)?.child === child) void stop(folder);
        reject(new Refused('The preview could not be started. Run "npm run check:content" on the server, which says what is wrong.'));
      });
    });
    // A preview that ends before its port is requested must not end the site.
    port.catch(() => {});
    return { child, port, timer: setTimeout(() => void stop(folder), idleMs), pictures: Promise.resolve() };
  }

  function runningFor(folder: string): Running {
    // A request that was waiting when the desk closed would start a process that nothing ends, and the desk's own would wait for it.
    if (isStopped) throw new Refused('The desk was closed. Open it again to see the page.');
    const preview = running.get(folder) ?? start(folder);
    running.set(folder, preview);
    preview.timer.refresh();
    return preview;
  }

  async function request(folder: string, path: string, view?: App.View): Promise<Response> {
    const upstream = `http://127.0.0.1:${await runningFor(folder).port}${path}`;
    return fetch(upstream, { redirect: 'manual', ...(view && { method: 'POST', body: JSON.stringify(view) }) }).catch((cause: unknown) => {
      throw new Refused('The preview was closed in the meantime. Reload the page.', { cause });
    });
  }

  const html = (status: number, page: string): PreviewFile => ({
    status,
    type: 'text/html; charset=utf-8',
    body: Buffer.from(placeMarks(page, base)),
  });

  return {
    /** Returns a page of a content folder with the places of its texts. An email is not an Astro page, and needs no process. */
    async renderPage(folder: string, { path, view, mail }: PreviewPage): Promise<PreviewFile> {
      if (mail) {
        const content = loadContent(folder, { hasMarks: true });
        return html(200, await mailPage(mail, content, process.env['SITE_URL'] ?? 'http://localhost'));
      }
      const response = await request(folder, path, view);
      return html(path === '/404' ? 200 : response.status, await response.text());
    },

    /** Returns a picture, a font or a drawing that a page shows. */
    async readFile(folder: string, path: string): Promise<PreviewFile> {
      const read = async () => {
        const response = await request(folder, path);
        const type = response.headers.get('content-type') ?? 'application/octet-stream';
        return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
      };
      if (!path.startsWith('/_image?')) return read();
      // One after the other: pictures that are generated at the same time take every thread of the process, and a changed page would wait
      // for all of them.
      const preview = runningFor(folder);
      const picture = preview.pictures.then(read);
      preview.pictures = picture.catch(() => {});
      return picture;
    },

    /** Ends every process. No preview starts afterwards. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
