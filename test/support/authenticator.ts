import type { Page } from '@playwright/test';

/** Gives the browser a device whose owner is always verified (Chrome DevTools Protocol, WebAuthn). */
export async function addAuthenticator(page: Page, isUserVerified = true) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}
