import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { requestResponse } from '../request.ts';

interface Props {
  address: string;
  /** Called with the reason why the file could not be downloaded; with no text at the start. */
  onFailure: (message: string) => void;
  children: ReactNode;
}

/** A link to a file. The page requests it, since a link cannot send the page's token, and the browser saves it. */
export function Download({ address, onFailure, children }: Props) {
  const [isBusy, setIsBusy] = useState(false);

  async function download(event: MouseEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    onFailure('');
    try {
      const response = await requestResponse(address);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.download = /filename="([^"]+)"/u.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
      link.click();
      // Safari reads it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      onFailure((error as Error).message);
    }
    setIsBusy(false);
  }

  return (
    <a className="standalone" href={address} aria-busy={isBusy} onClick={(event) => void download(event)}>
      {children}
    </a>
  );
}
