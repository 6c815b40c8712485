import { invoiceRetention } from '../../billing/invoice/invoice.retention.rules.ts'

type KeptPeriod = { table: string; count: number; unit: 'years' | 'days' }

/**
 * The periods for which personal data is kept after an event, by their names in the language files. The comment of each table gives the same period.
 * Data without a period is kept until the person deletes it, or as long as the account or the record that it belongs to.
 */
export const keptPeriods = {
  accesses: { table: 'app.access', count: 10, unit: 'years' },
  notifications: { table: 'app.notification', count: 1, unit: 'years' },
  emails: { table: 'app.mail', count: 1, unit: 'years' },
  devices: { table: 'auth.known_device', count: 365, unit: 'days' },
  offers: { table: 'app.waiting_offer', count: 1, unit: 'years' },
  trash: { table: 'app.journal_entry', count: 30, unit: 'days' },
  documents: { table: 'app.document', count: 30, unit: 'days' },
  feedback: { table: 'app.feedback', count: 1, unit: 'years' },
} as const satisfies Record<string, KeptPeriod>

/** The minimum number of years for which issued invoices are kept, in any country. */
export const leastInvoiceYears = Math.min(...Object.values(invoiceRetention).map(({ years }) => years))
