import { content } from '../support/forms.ts';
import { expect, test, waitlistFrame } from '../support/browser.ts';

/**
 * The accessibility trees of the pages. Texts of the content are variables, since an editor may change them; roles and order are fixed.
 */
const { questions, gallery } = content.retreats[0]!;
const workshop = content.workshops[0]!;

/** Returns a line of a tree, quoted for YAML. */
const named = (role: string, name: string) => `- ${JSON.stringify(`${role} ${JSON.stringify(name)}`)}`;

const footer = `
  - contentinfo:
    - /children: deep-equal
    - link "Founder House":
      - /url: /
      - img "Founder House"
    - list:
      - listitem:
        - link "${content.site.contactEmail}":
          - /url: mailto:${content.site.contactEmail}
      - listitem:
        - link "Privacy":
          - /url: /privacy
      - listitem:
        - link "Accessibility":
          - /url: /accessibility
    - paragraph: © 2025 All Rights Reserved`;

const person = ['First name *', 'Last name *', 'Email *', 'Brand *', 'Phone *']
  .map((label) => `- text: ${label}\n    - textbox "${label}"`)
  .join('\n    ');

const size = `- text: System size *
    - combobox "System size *":
      - option "Please select one" [selected]
      - option "Corporate Locations Only"
      - option "1-10 Units"
      - option "11-25 Units"
      - option "26-50 Units"
      - option "51-99 Units"
      - option "100-149 Units"
      - option "150+ Units"`;

test('the accessibility tree of the retreat page', async ({ page }) => {
  await page.goto('/');
  await test.step('the accessibility tree of the questions with one open', async () => {
    await page.locator('#faq summary').nth(1).click();
    const items = questions.questions.map(({ question, answer }, index) => {
      const paragraphs = answer.map((text) => `\n        - paragraph: ${JSON.stringify(text)}`).join('');
      return `- group:\n        ${named('heading', question)}${index === 1 ? paragraphs : ''}`;
    });
    await expect(page.locator('#faq')).toMatchAriaSnapshot(`
    - region "${questions.heading}":
      - /children: deep-equal
      - heading "${questions.heading}" [level=2]
      ${items.join('\n      ')}`);
  });

  await test.step('the accessibility tree of the gallery at its second picture', async () => {
    await page.locator('#gallery figure').first().scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Next picture' }).click();
    const slides = gallery.pictures.map(
      ({ alt, caption }, index) => `- group "${index + 1} of 10":
          ${named('figure', caption)}:
            ${named('img', alt)}
            - text: ${caption}`,
    );
    await expect(page.locator('#gallery')).toMatchAriaSnapshot(`
    - region "${gallery.heading}":
      - group "${gallery.heading}":
        - /children: deep-equal
        - heading "${gallery.heading}" [level=2]
        - button "Previous picture"
        - button "Next picture"
        - status: "2 of 10: ${gallery.pictures[1]!.caption}"
        ${slides.join('\n        ')}`);
  });

  await test.step('the accessibility tree of the waitlist form in its frame', async () => {
    const frame = await waitlistFrame(page);
    await expect(frame.locator('form')).toMatchAriaSnapshot(`
    - /children: deep-equal
    - paragraph: Required fields have an asterisk (*).
    ${person}
    ${size}
    - text: What would you bring to the table?
    - textbox "What would you bring to the table?"
    - text: What would you like to leave with?
    - textbox "What would you like to leave with?"
    - button "Join the waitlist"
    - status`);
  });

  await test.step('the accessibility tree of header and footer on both pages', async () => {
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - img "Founder House"
        - link "${workshop.series}":
          - /url: /speaker-series`);
    await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot(footer);
    await page.goto('/speaker-series');
    await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
      - banner:
        - /children: deep-equal
        - link "Founder House":
          - /url: /
          - img "Founder House"`);
    await expect(page.getByRole('contentinfo')).toMatchAriaSnapshot(footer);
  });
});

test('the accessibility tree of the workshop form without and with errors', async ({ page }) => {
  await page.goto('/speaker-series');
  await expect(page.locator('form')).toMatchAriaSnapshot(`
    - /children: deep-equal
    - paragraph: Required fields have an asterisk (*).
    ${person}
    ${size}
    - text: Questions for the speaker
    - textbox "Questions for the speaker"
    - checkbox "Add me to the Founder House Slack community"
    - text: Add me to the Founder House Slack community
    - checkbox "Keep me posted about future Founder House events"
    - text: Keep me posted about future Founder House events
    - button "${workshop.form.button}"
    - status`);

  await page.getByLabel('First name').fill('Ottoline');
  await page.locator('form').getByRole('button').click();
  const asked = [
    ['Last name: Enter your last name', 'inf_field_LastName'],
    ['Email: Enter your email address', 'inf_field_Email'],
    ['Brand: Enter the name of your brand', 'inf_field_Company'],
    ['Phone: Enter your phone number', 'inf_field_Phone1'],
    ['System size: Choose the size of your system', 'inf_custom_SystemSize'],
  ] as const;
  const links = asked.map(([text, wire]) => `- listitem:\n        ${named('link', text)}:\n          - /url: "#field-${wire}"`);
  await expect(page.getByRole('alert')).toMatchAriaSnapshot(`
  - alert:
    - /children: deep-equal
    - heading "5 answers need another look" [level=2]
    - list:
      ${links.join('\n      ')}`);
  await expect(page.getByRole('textbox', { name: 'Last name' })).toMatchAriaSnapshot(`- textbox "Last name *" [invalid]`);
});
