import { honeypot } from '../../src/forms/hidden-fields.ts';
import { controlsOf } from '../support/form-controls.ts';
import { content, workshop as form } from '../support/forms.ts';
import { expect, test } from '../support/browser.ts';

const workshop = content.workshops[0]!;

test('the workshop page has the sections, facts and form of the contract', async ({ page, request }) => {
  await page.goto('/speaker-series');
  await test.step('the workshop page has the sections of the contract in order below the logo, and states date, time, place, length and price', async () => {
    expect(await page.locator('main section').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'hero',
      'event',
      'speaker',
      'register',
      'about',
      'testimonials',
    ]);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Founder House' })).toHaveAttribute('href', '/');
    const [logo, hero] = [(await header.boundingBox())!, (await page.locator('#hero').boundingBox())!];
    expect(logo.y + logo.height).toBeLessThanOrEqual(hero.y + 1);
    await expect(page.locator('#about article')).toHaveCount(2);
    await expect(page.locator('#about')).toContainText('3-day retreat experience');
    await expect(page.locator('#about')).toContainText('12-month year-round mastermind');
    await expect(page.locator('#testimonials img')).toHaveCount(3);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 All Rights Reserved');

    const event = page.locator('#event');
    for (const fact of ['Friday, July 11th', '10am Central', 'Video call', '1 hour', 'Complimentary', 'Limited seats'])
      await expect(event, fact).toContainText(fact);
    await expect(event.locator('time')).toHaveAttribute('datetime', '2025-07-11T15:00:00.000Z');
    const speaker = page.locator('#speaker');
    await expect(speaker.getByRole('heading', { level: 2 })).toHaveText(workshop.speaker.name);
    await expect(speaker.getByRole('heading', { name: 'What We’ll Cover' })).toBeVisible();
    const covers = speaker.getByRole('list', { name: 'What We’ll Cover' });
    await expect(covers.getByRole('heading')).toHaveText(workshop.covers.items.map(({ title }) => title));
  });

  await test.step('the page of a past workshop says that it is over and that registration is open', async () => {
    await expect(page.locator('#hero')).toContainText(
      'This workshop is over. It took place on Friday, July 11th, 2025. Registration is still open.',
    );
    await expect(page.locator('#event')).toContainText('This workshop is over');
    await expect(page.locator('#register form')).toHaveAttribute('action', new RegExp(`^/app/form/process/${form.id}(?:#\\w+)?$`, 'u'));
    // There is no calendar link any more, but the file keeps its address.
    await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveCount(0);
    const calendar = await request.get(`/speaker-series/${workshop.slug}.ics`);
    expect(await calendar.text()).toContain('DTSTART:20250711T150000Z');
  });

  await test.step('the workshop form has the fields of the contract with their limits', async () => {
    expect(await controlsOf(page.locator('#register form'))).toEqual([
      ['inf_field_FirstName', 'text', 'First name *', true, 100, 'given-name'],
      ['inf_field_LastName', 'text', 'Last name *', true, 100, 'family-name'],
      ['inf_field_Email', 'email', 'Email *', true, 254, 'email'],
      ['inf_field_Company', 'text', 'Brand *', true, 200, 'organization'],
      ['inf_field_Phone1', 'tel', 'Phone *', true, 40, 'tel'],
      ['inf_custom_SystemSize', 'select-one', 'System size *', true],
      ['inf_custom_FounderHouseSpeakerSeriesSpeakerQuestions', 'textarea', 'Questions for the speaker', false, 5000],
      ['inf_option_AddmetotheFounderHouseSlackCommunity', 'checkbox', 'Add me to the Founder House Slack community', false],
      [workshop.form.eventsOption, 'checkbox', 'Keep me posted about future Founder House events', false],
      ['inf_form_xid', 'hidden', false],
      ['inf_form_name', 'hidden', false],
      ['infusionsoft_version', 'hidden', false],
      // The honeypot. Only script sends a proof, and has no field for it.
      [honeypot, 'text', 'Leave this field empty', false, 'off'],
      ['submit'],
    ]);
    await expect(page.locator('#register option')).toHaveText([
      'Please select one',
      'Corporate Locations Only',
      '1-10 Units',
      '11-25 Units',
      '26-50 Units',
      '51-99 Units',
      '100-149 Units',
      '150+ Units',
    ]);
    await expect(page.locator('#register option').first()).toHaveAttribute('value', '');
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(page.getByLabel('Slack')).toHaveAttribute('value', '1512');
    await expect(page.getByLabel('Keep me posted')).toHaveAttribute('value', '1516');
    const sent = await page
      .locator('#register form')
      .evaluate((element: HTMLFormElement) => [element.method, element.acceptCharset, element.enctype]);
    expect(sent).toEqual(['post', 'UTF-8', 'application/x-www-form-urlencoded']);
  });

  await test.step('the button of the workshop page scrolls to the form and focuses it', async () => {
    await page.locator('#hero').getByRole('link', { name: workshop.form.button }).click();
    await expect(page.locator('#register')).toBeFocused();
    await expect(page.locator('#register')).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('First name')).toBeFocused();
  });
});

const zones = [
  { timezoneId: 'America/Los_Angeles', time: '8:00 AM your time' },
  { timezoneId: 'Europe/Berlin', time: '5:00 PM your time' },
  { timezoneId: 'Pacific/Auckland', time: 'Saturday 3:00 AM your time' },
  { timezoneId: 'America/Chicago', time: 'your time too' },
  { timezoneId: 'America/Winnipeg', time: 'your time too' },
];
test('the workshop page shows Central time and, to a visitor in another time zone, local time', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  for (const { timezoneId, time } of zones) {
    await session.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.goto('/speaker-series');
    const shown = page.locator('#event dd').first();
    await expect(shown, timezoneId).toHaveText(new RegExp(`10am Central\\s*${time}$`, 'u'), { useInnerText: true });
  }
});

test.describe('the workshop page without script', () => {
  test.use({ javaScriptEnabled: false });
  test('shows Central time only', async ({ page }) => {
    await page.goto('/speaker-series');
    await expect(page.locator('#event dd').first()).toHaveText(/10am Central$/u, { useInnerText: true });
  });
});
