import { lazyInBoundary, lazyNamed } from '../../../platform/lazy-named.ts'

/** Loads and renders the table of invoices that were issued to a client. */
export const LazyOwnInvoiceTable = lazyNamed(() => import('./own/OwnInvoiceTable.tsx'), 'OwnInvoiceTable')

/** Loads and renders the page of an invoice as its client or a guardian sees it. */
export const LazyOwnInvoiceView = lazyInBoundary(() => import('./own/OwnInvoiceView.tsx'), 'OwnInvoiceView')
