/**
 * Returns one URL per server of a PostgreSQL URL: `postgres://a:5432,b:5432/name` names two (PostgreSQL's manual, 32.1.1.3, "Specifying
 * Multiple Hosts"). pg itself reads URLs of one server only.
 */
export function serverUrls(databaseUrl: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^:]+:\/\/(?:[^/]*@)?)([^/@]+)(.*)$/u.exec(databaseUrl) ?? [];
  return servers.split(',').map((server) => before + server + after);
}
