import { invoiceFilters } from '@attune/contract/features/billing/invoice/invoice.filter.rules'

export type InvoiceFilter = (typeof invoiceFilters)[number]

/** The search parameters of the list of invoices: the filter, and whether the dialog for a new invoice is open. */
export type InvoiceSearch = { filter?: InvoiceFilter; new?: true }

/** Parses search parameters and drops unknown ones. */
export function parseInvoiceSearch(raw: Record<string, unknown>): InvoiceSearch {
  const filter = invoiceFilters.find((one) => one === raw.filter && one !== 'all')
  return { ...(filter && { filter }), ...(raw.new === true && { new: true }) }
}
