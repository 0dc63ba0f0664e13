import '../../site/fonts.css';
import '../../site/tokens.css';
import '../../site/base.css';
import './desk.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { LiveProvider } from './live.tsx';

createRoot(document.getElementById('desk') as HTMLElement).render(
  <StrictMode>
    <LiveProvider>
      <App />
    </LiveProvider>
  </StrictMode>,
);
