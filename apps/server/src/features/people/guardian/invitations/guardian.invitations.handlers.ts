export const guardianInvitationsHandlers = {}
