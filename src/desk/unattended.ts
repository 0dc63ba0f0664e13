/**
 * The name of the header with which an open page of the desk says that nobody has used it for a while: what it requests on its own, because
 * something has changed, must not keep its session open.
 */
export const unattendedHeader = 'desk-unattended';
