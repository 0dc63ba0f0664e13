/** What one post may hold (contract, section 4). */
export const maxBodyBytes = 64 * 1024;
export const maxFields = 100;
