import '../desk.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SignIn } from './SignIn.tsx';

createRoot(document.getElementById('sign-in') as HTMLElement).render(
  <StrictMode>
    <SignIn />
  </StrictMode>,
);
