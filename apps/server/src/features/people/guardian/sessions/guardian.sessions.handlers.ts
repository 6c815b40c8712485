export const guardianSessionsHandlers = {}
