import type { Locator } from '@playwright/test';

/**
 * Returns the controls of a form in their order, each as what a browser knows of it: name, type, label, whether it is required, its limit
 * in characters, and its autofill field. Parts that a control does not have are left out.
 */
export const controlsOf = (form: Locator): Promise<unknown[][]> =>
  form.locator('input, select, textarea, button').evaluateAll((all) =>
    (all as HTMLInputElement[]).map(({ name, type, required, maxLength, autocomplete, labels }) => {
      const label = labels?.[0]?.textContent ?? '';
      return [name, type, label, required, maxLength > 0 ? maxLength : undefined, autocomplete || undefined].filter(
        (part) => part !== undefined && part !== '',
      );
    }),
  );
