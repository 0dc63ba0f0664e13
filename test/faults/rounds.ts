/** How often a fault is tried: `npm run test:faults` asks for more than the gate has time for, and for what takes half a minute. */
export const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20);
export const patiently = rounds > 20;
