import { z } from 'zod';

const message = 'Enter the full address of the video call, starting with https://';

/** The address of a video call: https only, and without a name and password of its own, which browsers would show or drop. */
export const meetingUrl = z
  .url({ protocol: /^https$/u, hostname: z.regexes.domain, error: message })
  .max(2000, message)
  .refine((url) => !URL.canParse(url) || (!new URL(url).username && !new URL(url).password), message);
