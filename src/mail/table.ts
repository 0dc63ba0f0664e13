/** A table that holds things in their place and says nothing: mail programs know no other way to do that alike. */
export const bare = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;

declare module 'react' {
  // What Outlook reads in the place of a background colour in a style; HTML had it until version 5.
  interface TableHTMLAttributes<T> {
    bgcolor?: string;
  }
  interface TdHTMLAttributes<T> {
    bgcolor?: string;
  }
}
