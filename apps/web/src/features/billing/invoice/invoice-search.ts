import { invoiceFilters } from '@attune/contract/features/billing/invoice/invoice.filter.rules'

export type InvoiceFilter = (typeof invoiceFilters)[number]

/** The search parameters of the list of invoices. */
export type InvoiceSearch = {
  filter?: InvoiceFilter
  /** Opens the dialog for a new invoice. */
  new?: true
}

/** Parses search parameters and drops unknown ones. */
export function parseInvoiceSearch(raw: Record<string, unknown>): InvoiceSearch {
  const filter = invoiceFilters.find((one) => one === raw.filter && one !== 'all')
  return { ...(filter && { filter }), ...(raw.new === true && { new: true }) }
}
