/** The number of times that a fault is repeated. `npm run test:faults` sets 200. */
export const rounds = Number(process.env['FAULT_ROUNDS'] ?? 3);

/** True if tests that take half a minute or more run too. */
export const manyRounds = rounds > 3;
