/** The filters of the list of invoices. The address of the page contains one, so every page loads this file. */
export const invoiceFilters = ['all', 'draft', 'open', 'overdue', 'paid'] as const
