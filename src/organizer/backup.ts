import type { Command } from 'commander';
export function addBackup(submissions: Command): void { submissions.command('backup').argument('<file>').action(() => {}); }
