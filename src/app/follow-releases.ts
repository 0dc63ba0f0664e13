import { openSite, watchBuild, type OpenSite, type SiteParts } from './open-site.ts';
import { createSiteSwitch } from './site-switch.ts';

/** How often the site checks for another build: an organizer who has read that the changes are live opens the page immediately. */
const checkIntervalMs = 200;
/** How long it waits after a switch that failed, for example because the database could not be reached. */
const retryMs = 10_000;

/**
 * Opens the site, and switches to a new build as soon as one is in place (src/editing/releases.ts), without a restart. If the new one
 * cannot be opened, the old one stays, the log says why, and the switch is tried again. Throws like `openSite`.
 */
export async function followReleases(parts: SiteParts) {
  // Before the site is opened, so that a build that is installed meanwhile counts as new.
  const takeReplacement = watchBuild();
  const first = await openSite(parts);
  const sites = createSiteSwitch(first);
  let isPending = false;
  let isReadable = true;
  let retryAtMs = 0;
  let switching: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const startWorker = (site: OpenSite) => {
    if (parts.settings.runsWorker) site.startWorker();
  };

  async function switchToNewest(): Promise<void> {
    const next = await openSite(parts);
    await sites.switchTo(next);
    startWorker(next);
    parts.log.info('the site serves the newest build');
  }

  /** Returns whether there is a new build. One that cannot be read, for example one that another user owns, does not stop the site. */
  function hasNewBuild(): boolean {
    try {
      const isFound = takeReplacement();
      isReadable = true;
      return isFound;
    } catch (error) {
      if (isReadable) parts.log.error({ err: error }, 'the build can no longer be read; the site serves what it has read');
      isReadable = false;
      return false;
    }
  }

  function checkForBuild(): void {
    if (hasNewBuild()) {
      isPending = true;
      retryAtMs = 0;
    }
    if (!isPending || switching || performance.now() < retryAtMs) return;
    isPending = false;
    switching = switchToNewest()
      .catch((error: unknown) => {
        isPending = true;
        retryAtMs = performance.now() + retryMs;
        parts.log.error({ err: error }, 'the newest build cannot be opened; the site serves the previous one, and tries again');
      })
      .finally(() => (switching = undefined));
  }

  return {
    current: sites.current,
    /** Begins to run jobs, to deliver, and to switch. */
    start() {
      startWorker(first);
      timer = setInterval(checkForBuild, checkIntervalMs);
      timer.unref();
    },
    /** Prevents further switches, closes the app of the current site, and then stops its worker. Called once the port is closed. */
    async stop() {
      clearInterval(timer);
      await switching;
      await sites.stop();
    },
  };
}
