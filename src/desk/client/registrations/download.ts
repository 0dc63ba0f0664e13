import { requestResponse } from '../request.ts';

/** Lets the browser save a file of the desk. The page requests it, since a link cannot send the page's token. */
export async function download(address: string): Promise<void> {
  const response = await requestResponse(address);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  // Safari reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
