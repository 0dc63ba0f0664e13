import '../../../site/fonts.css';
import '../../../site/tokens.css';
import '../../../site/base.css';
import '../desk.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignIn } from './SignIn.tsx';

createRoot(document.getElementById('sign-in') as HTMLElement).render(
  <StrictMode>
    <SignIn />
  </StrictMode>,
);
