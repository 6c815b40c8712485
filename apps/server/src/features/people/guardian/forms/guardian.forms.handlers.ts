export const guardianFormsHandlers = {}
