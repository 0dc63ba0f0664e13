import type { Command } from 'commander';
export function addDoctor(submissions: Command): void { submissions.command('doctor').action(() => {}); }
