/** Procedures with which a guardian sees, answers, requests, moves and cancels the sessions of a client. */
export const guardianSessions = {}
