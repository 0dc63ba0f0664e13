import { requestResponse } from '../request.ts';

/** Lets the browser save a file of the desk. The page requests it, since a link cannot send the page's token. */
export async function download(address: string): Promise<void> {
  const response = await requestResponse(address);
  const file = await response.blob().catch((cause: unknown) => {
    throw new Error('The download was cut off, and no file was saved. Check your connection, and try again.', { cause });
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
