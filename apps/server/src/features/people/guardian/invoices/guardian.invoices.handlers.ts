export const guardianInvoicesHandlers = {}
