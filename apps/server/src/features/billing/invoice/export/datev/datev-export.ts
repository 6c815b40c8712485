import type { EnteredDatev } from '@attune/contract/features/billing/invoice/datev/invoice.datev'
import {
  datevBasisIn,
  proposedDatevBasis,
} from '@attune/contract/features/billing/invoice/datev/invoice.datev-basis.rules'
import { datevChartOf } from '@attune/contract/features/billing/invoice/datev/invoice.datev.rules'
import type { Tx } from '../../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../../platform/policy/refusal.ts'
import { type Booking, datevBookings, datevCurrency, sharedDebtor } from './datev-bookings.ts'
import { readDebtorNumbers, storeDebtors } from './datev-debtors.ts'
import { listLedger, type LedgerInvoice } from './datev-ledger.ts'
import { lockDatev, readDatev, recordDatevExport } from './datev-settings.ts'
import { isDatevText } from './datev-text.ts'
import type { ExportPeriod } from '../rows.ts'

type DatevNumbers = Pick<EnteredDatev, 'consultant' | 'client' | 'chart'>
type DatevOrder = ExportPeriod & { datev?: DatevNumbers | undefined }
type DatevExport = {
  bookings: Booking[]
  settings: DatevNumbers
  debtors: ReadonlyMap<LedgerInvoice, number>
  /** The number of invoices in other currencies. */
  leftOut: number
}

/**
 * Returns the bookings of a period of the acting therapist, and the settings of the file. Refuses with DATEV_INCOMPLETE if the numbers of the adviser
 * are missing, or the account of a kind of booking, and with DATEV_UNREADABLE if the name of a payer cannot be written in Windows-1252. Settings that
 * an open browser of an earlier version sends replace the stored ones.
 */
export async function readDatevExport(tx: Tx, { from, until, datev }: DatevOrder): Promise<DatevExport> {
  const { fields, bases, country } = await readDatev(tx)
  const chosen = { ...fields, ...datev }
  const settings = { ...chosen, chart: datevChartOf(country, chosen.chart) ?? chosen.chart }
  const period = { from, until }
  const basisOf = (day: string) => datevBasisIn(bases, Number(day.slice(0, 4)), proposedDatevBasis(country))
  const debtorOf = fields.debtorsFrom === null ? () => sharedDebtor : await readDebtorNumbers(tx, fields.debtorsFrom)
  const options = { ...settings, period, basisOf, debtorOf }
  const ledger = await listLedger(tx, period)
  const { bookings, missing, debtors } = datevBookings(ledger, options)
  const hasNumbers = settings.consultant !== '' && settings.client !== ''
  const left = hasNumbers ? missing : ['numbers', ...missing]
  if (left.length > 0) throw createRefusal('DATEV_INCOMPLETE', 409, { missing: left })
  const unreadable = bookings.filter(({ text }) => !isDatevText(text)).map(({ number }) => number)
  if (unreadable.length > 0) throw createRefusal('DATEV_UNREADABLE', 409, { numbers: [...new Set(unreadable)] })
  const leftOut = ledger.filter(({ snapshot }) => snapshot.currency !== datevCurrency).length
  return { bookings, settings, leftOut, debtors: fields.debtorsFrom === null ? new Map() : debtors }
}

/** Returns the number of bookings in an export and the number of invoices that it leaves out. Refuses like `readDatevExport`. */
export async function checkDatevOrder(tx: Tx, order: DatevOrder): Promise<{ bookings: number; leftOut: number }> {
  const { bookings, leftOut } = await readDatevExport(tx, order)
  return { bookings: bookings.length, leftOut }
}

/** Returns the bookings like `readDatevExport`, and records that the year was exported and which accounts the payers have. */
export async function takeDatevExport(tx: Tx, order: DatevOrder): Promise<DatevExport> {
  await lockDatev(tx)
  const taken = await readDatevExport(tx, order)
  if (taken.bookings.length > 0) await recordDatevExport(tx, Number(order.from.slice(0, 4)))
  await storeDebtors(tx, taken.debtors)
  return taken
}
