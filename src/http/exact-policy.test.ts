import { expect, it } from 'vitest';
import { content } from '../../test/support/forms.ts';
import { startHttpApp } from '../../test/support/http-app.ts';
import { paths } from '../paths.ts';

it('attack: a text with the tags of a script is shown as words, also where it is in an attribute', async () => {
  const name = `Founder </script><script>alert("x")</script><style>*{color:red}</style> House`;
  await using site = await startHttpApp({ now: new Date() }, {}, { ...content, site: { ...content.site, name } });
  const { statusCode, body, headers } = await site.app.inject(paths.lostLink);
  expect(statusCode).toBe(200);
  expect(body).toContain('name="description" content="Founder </script><script>alert(&quot;x&quot;)');
  expect(body).toContain('<title>See where you stand · Founder &lt;/script');
  expect(headers['content-security-policy']).not.toContain('unsafe');
});
