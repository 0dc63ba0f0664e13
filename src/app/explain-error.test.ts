import { expect, it } from 'vitest';
import { explainError } from './explain-error.ts';

it('the message for a port that the user may not open names the setting of that port', () => {
  const error = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES', port: 80 });
  expect(explainError(error, 'DESK_PORT')).toBe('DESK_PORT: 80 is a port that this user may not open; set DESK_PORT to 1024 or higher');
});
