/**
 * Returns an error message for an operator: with the setting to fix if the system's message names none, and without a stack trace.
 * `portSetting` is the setting of the port that could not be opened.
 */
export function explainError(error: unknown, portSetting = 'PORT'): string {
  const { code, message, port, address } = error as { code?: string; message?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE') return `${portSetting}: ${port} is taken by another program; stop it, or set ${portSetting} to a free one`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'HOST: this host name does not exist; set HOST to an address of this machine, for example 127.0.0.1';
  if (code === 'EADDRNOTAVAIL') return `HOST: this machine has no address ${address}; set HOST to one it has, for example 127.0.0.1`;
  if (code === 'EACCES' && port)
    return `${portSetting}: ${port} is a port that this user may not open; set ${portSetting} to 1024 or higher`;
  return message ?? String(error);
}
