import type { EnteredDatev } from '@attune/contract/features/billing/invoice/invoice.datev'
import { datevChartOf } from '@attune/contract/features/billing/invoice/invoice.datev.rules'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { type Booking, datevBookings } from './datev-bookings.ts'
import { readDatevFields } from './datev-settings.ts'
import { listIssuedInvoices, listReceivedPayments, type ExportPeriod } from './rows.ts'

type DatevOrder = ExportPeriod & { datev?: Omit<EnteredDatev, 'accounts'> | undefined }
type DatevExport = { bookings: Booking[]; settings: EnteredDatev }

/**
 * Returns the bookings of a period of the acting therapist, and the settings of the file. Refuses with DATEV_INCOMPLETE if the numbers of the adviser
 * are missing, or the account of a kind of booking.
 */
export async function readDatevExport(tx: Tx, order: DatevOrder): Promise<DatevExport> {
  const settings = await readSettings(tx, order)
  const [invoices, payments] = [await listIssuedInvoices(tx, order), await listReceivedPayments(tx, order)]
  const { bookings, missing } = datevBookings({ invoices, payments }, settings)
  const hasNumbers = settings.consultant !== '' && settings.client !== ''
  const left = hasNumbers ? missing : ['numbers', ...missing]
  if (left.length > 0) throw createRefusal('DATEV_INCOMPLETE', 409, { missing: left })
  return { bookings, settings }
}

/** Refuses like `readDatevExport`. */
export async function checkDatevOrder(tx: Tx, order: DatevOrder): Promise<void> {
  await readDatevExport(tx, order)
}

/** Returns the stored settings, with those that an open browser of an earlier version sends. */
async function readSettings(tx: Tx, { datev }: DatevOrder): Promise<EnteredDatev> {
  const stored = await readDatevFields(tx)
  if (!datev) return stored
  const country = (await readBusiness(tx))?.country ?? null
  return { ...stored, ...datev, chart: datevChartOf(country, datev.chart) ?? datev.chart }
}
