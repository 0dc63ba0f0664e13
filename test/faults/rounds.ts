/** How often a fault is repeated: `npm run test:faults` sets ten times more than `npm test` has time for. */
export const rounds = Number(process.env['FAULT_ROUNDS'] ?? 20);

/** Whether tests that take half a minute or more run too. */
export const manyRounds = rounds > 20;
