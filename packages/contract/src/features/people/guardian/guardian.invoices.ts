/** Procedures with which a guardian sees and pays the invoices of a client. */
export const guardianInvoices = {}
