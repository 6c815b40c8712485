/** Procedures with which a therapist invites guardians and gives them rights, and an invited person accepts. */
export const guardianInvitations = {}
