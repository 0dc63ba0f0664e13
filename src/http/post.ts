/** A post as it arrived, whatever took it from the network. */
export interface Post {
  origin: string | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
  /** The address of the client, as far as the proxies that are trusted say. */
  client: string;
  /** What the log calls this request; a visitor can quote it. */
  reference: string;
  body: AsyncIterable<Uint8Array>;
}
