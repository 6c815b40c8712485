/** The filters of the invoice list. The URL of the page contains the filter, so every page loads this file. */
export const invoiceFilters = ['all', 'draft', 'open', 'overdue', 'paid'] as const
