import type { Command } from 'commander';
export function addShow(submissions: Command): void { submissions.command('show').argument('<id>').action(() => {}); }
