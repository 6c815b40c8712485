/** Procedures with which a guardian fills in and signs the forms of a client. */
export const guardianForms = {}
