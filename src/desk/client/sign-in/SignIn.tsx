import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { Logo } from '../../../site/Logo.tsx';
import { Button } from '../components/Button.tsx';
import { Failure } from '../components/Messages.tsx';
import { post, request } from '../request.ts';
import css from './SignIn.module.css';

const isRegistration = location.pathname === '/register';

/** The token of an invitation is in the fragment, which a browser sends to no server. */
const invitation = isRegistration ? location.hash.slice(1) : '';

async function signIn() {
  const optionsJSON = await post<PublicKeyCredentialRequestOptionsJSON>('/api/sign-in/options', {});
  await post('/api/sign-in', { response: await startAuthentication({ optionsJSON }) });
}

async function register() {
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>('/api/register/options', { token: invitation });
  await post('/api/register', { token: invitation, response: await startRegistration({ optionsJSON }) });
}

const { title, text, button, run } = isRegistration
  ? {
      title: 'Welcome to the desk',
      text: 'Register a passkey on this device. It signs you in with your fingerprint, your face or the device’s PIN, so there is no password to remember or to lose.',
      button: 'Register a passkey',
      run: register,
    }
  : {
      title: 'The desk',
      text: 'Sign in with the passkey that you registered. Your device asks for your fingerprint, your face or its PIN.',
      button: 'Sign in with a passkey',
      run: signIn,
    };

/** Signs an organizer in, or registers a passkey if the address has an invitation. */
export function SignIn() {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState('');

  useEffect(() => {
    document.title = `${button} · Founder House`;
  }, []);

  useEffect(() => {
    // A link from another site arrives without the cookie, so an organizer who is signed in comes here first.
    if (invitation) return undefined;
    void request<{ signedIn: boolean }>('/api/session').then(
      ({ signedIn }) => signedIn && location.replace('/'),
      () => {},
    );
    // A browser does not reload the page for a link that differs in the fragment only.
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);

  const start = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setFailure('');
    try {
      await run();
      location.replace('/');
    } catch (error) {
      setFailure(messageOf(error as Error));
      setIsBusy(false);
    }
  };

  const problem = whyUnusable();
  return (
    <main className={css.page}>
      <div className={`stack roomy ${css.panel}`}>
        <p className="wordmark">
          <Logo name="Founder House" />
        </p>
        <h1>{title}</h1>
        <p>{text}</p>
        <Failure>{failure}</Failure>
        {problem ? (
          <Failure>{problem}</Failure>
        ) : (
          <p>
            <Button kind="action" isUnavailable={isBusy} onClick={() => void start()}>
              {button}
            </Button>
          </p>
        )}
        {isRegistration ? (
          <p className="quiet small">
            Registered on this device already? <a href="/sign-in">Sign in</a>
          </p>
        ) : (
          <p className="quiet small">
            No passkey yet, or a lost device? An organizer invites you, or <code>bin/organizer desk invite</code> on the server prints a
            link.
          </p>
        )}
      </div>
    </main>
  );
}

/** Returns why a passkey cannot be used here, so that no button is shown that would fail; undefined if it can. */
function whyUnusable(): string | undefined {
  if (!browserSupportsWebAuthn())
    return 'This browser does not support passkeys. Open this page in a current version of Chrome, Edge, Firefox or Safari.';
  if (isRegistration && !invitation)
    return 'This link is incomplete. Open the whole link that you were sent. If you do not have it, ask an organizer for a new one, or run bin/organizer desk invite on the server.';
  return undefined;
}

/**
 * Browsers say the same for a dialog that was closed and for one that timed out (WebAuthn Level 3, 14.5.3). Every other error of a browser
 * has a name of its own and words for developers; one of the desk is a plain Error.
 */
function messageOf({ name, message }: Error): string {
  if (name === 'NotAllowedError' || name === 'AbortError') return 'No passkey was used. Try again when you are ready.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for the desk. Sign in with it.';
  if (name !== 'Error') return `This device could not use a passkey. Try another browser or device. The browser’s reason: ${message}`;
  return message;
}
