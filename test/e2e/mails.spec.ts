import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime from 'postal-mime';
import { mailNames, sample } from '../../scripts/email-samples.ts';
import { renderMail } from '../../src/mail/render.tsx';
import { expect, waitForHydration, test } from '../support/browser.ts';
import { answers, content, post, waitlist, workshop } from '../support/forms.ts';
import { withProof } from '../support/proof.ts';
import { freePort } from '../support/free-port.ts';
import { cleanEnv, root } from '../support/environment.ts';
import type { Site } from '../support/site.ts';
import { base } from '../support/worker-fixtures.ts';

/** Each color scheme with the background of an email. */
const light = ['light', 'rgb(251, 246, 238)'] as const;
const dark = ['dark', 'rgb(43, 29, 44)'] as const;

base('npm run emails shows every mail, in both color schemes', async ({ page }) => {
  const viewer = spawn(process.execPath, ['scripts/emails.ts'], {
    cwd: root,
    env: cleanEnv({ PORT: String(await freePort()) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [printed] = (await once(viewer.stdout, 'data')) as [Buffer];
    const address = /http:\/\/127\.0\.0\.1:\d+/u.exec(printed.toString())?.[0] as string;
    await page.goto(address);
    await expect(page.getByRole('listitem')).toHaveText(mailNames);
    await page.goto(`${address}/registration`);
    await expect(page.locator('iframe')).toHaveCount(4);
    for (const [index, [, ground]] of [light, light, dark, dark].entries())
      await expect(page.frameLocator('iframe').nth(index).locator('.paper')).toHaveCSS('background-color', ground);
    await expect(page.locator('#text')).toContainText('Hello Ottoline,');
    await expect(page.locator('#headers')).toContainText('List-Unsubscribe-Post');
    await expect(page.locator('#calendar')).toContainText('BEGIN:VCALENDAR');
    expect((await page.goto(`${address}/nobody`))?.status()).toBe(404);
  } finally {
    viewer.kill();
    await once(viewer, 'exit');
  }
});

base('every mail is readable 320 pixels wide', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [index, name] of mailNames.entries()) {
    // Both schemes have the same layout, so each email is opened in one of them.
    const [colorScheme, ground] = index % 2 === 0 ? light : dark;
    await page.emulateMedia({ colorScheme });
    await page.setContent(String((await sample(name, content, renderMail)).html));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
    expect(await lastWordStandsAlone(page), name).toBe(false);
    expect(await separatorsAtLineEdges(page), name).toBe(0);
    await expect(page.locator('.paper'), name).toHaveCSS('background-color', ground);
  }
});

/** Returns whether the last line of the heading, which has several words, is only one of them. */
const lastWordStandsAlone = (page: Page) =>
  page.locator('h1').evaluate((heading) => {
    const text = heading.firstChild as Text;
    const range = document.createRange();
    const topOf = (at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().top;
    };
    const lastWord = text.data.lastIndexOf(' ') + 1;
    return lastWord > 0 && topOf(lastWord) > topOf(lastWord - 2);
  });

/** Returns how many visible separators are between a link and one on the next line: they begin or end a line. */
const separatorsAtLineEdges = (page: Page) =>
  page.locator('a + a').evaluateAll(
    (links) =>
      links.filter((link) => {
        const [first, last] = [link.getClientRects()[0]!, [...link.previousElementSibling!.getClientRects()].at(-1)!];
        return link.previousSibling!.textContent!.trim() !== '' && first.top >= last.bottom;
      }).length,
  );

/** Registers a founder; returns the typed values and the link to the prefilled waitlist form in the email. */
async function register(site: Site): Promise<{ typed: Record<string, string>; link: string }> {
  const typed = answers({ inf_field_Company: 'Vane & "Daughters"' });
  await post(site, workshop.id, await withProof(site, typed));
  const folder = join(site.dataDir, 'mail');
  let link: string | undefined;
  await expect
    .poll(async () => {
      for (const file of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []) {
        const mail = await PostalMime.parse(readFileSync(join(folder, file)));
        if (mail.to?.[0]?.address === typed['inf_field_Email'])
          link = /https?:\/\/\S+\?with=\S+/u.exec((mail.text ?? '').split(content.retreats[0]!.facts.callToAction)[1] ?? '')?.[0];
      }
      return link;
    })
    .toBeTruthy();
  return { typed, link: link as string };
}

for (const javaScriptEnabled of [true, false])
  test.describe(`with script ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });
    test(`the waitlist form is prefilled ${javaScriptEnabled ? 'and is sent by one press' : 'and asks to confirm the address'}`, async ({
      page,
      site,
    }) => {
      const { typed, link } = await register(site);
      await page.goto(link);
      if (javaScriptEnabled) await waitForHydration(page.mainFrame());
      for (const [wire, value] of Object.entries(typed)) await expect(page.locator(`[name="${wire}"]`)).toHaveValue(value);
      await page.getByRole('button', { name: waitlist.button }).click();
      await page.waitForURL(`**/app/form/${waitlist.id}/${javaScriptEnabled ? 'received' : 'check-your-inbox'}`);
    });
  });
