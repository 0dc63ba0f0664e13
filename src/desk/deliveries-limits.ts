/** For how many retried deliveries the desk says what became of them: their ids are in the address of a request. */
export const followedAtOnce = 200;
