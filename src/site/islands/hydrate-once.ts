import type { ClientDirective } from 'astro';

/** Returns a function that loads an island and hydrates it, once. After a failure, which it throws, the next call tries again. */
export function hydrateOnce(load: Parameters<ClientDirective>[0], onFailure?: () => void): () => Promise<void> {
  let isLoading = false;
  return async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      const run = await load();
      await run();
    } catch (error) {
      isLoading = false;
      onFailure?.();
      throw error;
    }
  };
}
