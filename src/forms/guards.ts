/** The field that people leave alone: it cannot be seen, and says so where it can. A robot fills it in. */
export const honeypot = 'leave_this_empty';

/** The proof of work, put in by script. */
export const proofField = 'altcha';
