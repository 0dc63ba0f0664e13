import type { ComponentProps } from 'react';

/** A paragraph that is one link, tall enough to press. */
export const StandaloneLink = ({ className = '', children, ...link }: ComponentProps<'a'>) => (
  <p>
    <a className={`standalone ${className}`.trim()} {...link}>
      {children}
    </a>
  </p>
);
