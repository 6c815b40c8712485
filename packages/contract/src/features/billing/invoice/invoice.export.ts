import { z } from 'zod'
import { EmptyInput } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { DatevInput, OwnDatev } from './datev/invoice.datev.ts'
import { invoiceExports, longestExportDays } from './invoice.export.rules.ts'

/** The adviser's numbers and the chart, sent by pages of earlier versions of Attune, which did not store them. They replace the stored settings. */
const SentDatevSettings = DatevInput.pick({ consultant: true, client: true, chart: true })

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

/** A period from the first to the last day, both included, and the format. A DATEV file can contain only days of one year. */
const ExportInput = z
  .strictObject({ from: Day, until: Day, as: z.enum(invoiceExports), datev: SentDatevSettings.optional() })
  .refine(({ from, until }) => from <= until, { error: 'REVERSED', path: ['until'] })
  .refine(({ from, until }) => daysBetween(from, until) < longestExportDays, { error: 'TOO_LONG', path: ['until'] })
  .refine(({ as, datev }) => as === 'datev' || datev === undefined, { error: 'NOT_DATEV', path: ['datev'] })
  .refine(({ as, from, until }) => as !== 'datev' || from.slice(0, 4) === until.slice(0, 4), {
    error: 'TWO_YEARS',
    path: ['until'],
  })

/**
 * The URL of a download. `datev`: the number of bookings in a DATEV file, and of invoices in the period that are left out because their currency is
 * not EUR; null for other formats.
 */
const StartedExport = z.strictObject({
  url: z.string(),
  expiresAt: z.string(),
  datev: z.strictObject({ bookings: z.int(), leftOut: z.int() }).nullable(),
})

export const invoiceExport = {
  /**
   * Starts an export of the caller's documents and payments of a period. Returns the URL of the download, which is valid once and for one minute.
   * Refuses with:
   * - TOO_MANY after 60 exports within an hour
   * - DATEV_INCOMPLETE and the missing settings for a DATEV file: `numbers` of the tax adviser, the kinds of bookings without an account, and
   *   `debtors` if there is no free number for a payer
   * - DATEV_UNREADABLE and the numbers of invoices whose payer has a name that a DATEV file cannot contain
   */
  exportPeriod: read
    .input(ExportInput)
    .output(StartedExport)
    .errors({
      DATEV_INCOMPLETE: { status: 409, data: z.strictObject({ missing: z.array(z.string()) }) },
      DATEV_UNREADABLE: { status: 409, data: z.strictObject({ numbers: z.array(z.string()) }) },
    }),
  /** The settings of the caller's DATEV export. */
  datev: read.input(EmptyInput).output(OwnDatev),
  /**
   * Saves the settings of the DATEV export. An account without a number is removed, so that the proposal of the chart applies again. Refuses a
   * different basis with BASIS_FIXED for a year of which a period was exported, and for the years before it.
   */
  saveDatev: write
    .input(DatevInput)
    .output(OwnDatev)
    .errors({ BASIS_FIXED: { status: 409 } }),
}
