/** The honeypot: a hidden field with a label that asks to leave it empty. Robots fill it in. */
export const honeypot = 'leave_this_empty';

/** The proof of work, put in by script. */
export const proofField = 'altcha';
