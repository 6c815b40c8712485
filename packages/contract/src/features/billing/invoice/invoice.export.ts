import { z } from 'zod'
import { read } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { invoiceExports, longestExportDays } from './invoice.export.rules.ts'

/** The data that a DATEV file needs. */
const DatevSettings = z.strictObject({
  /** The number of the tax adviser. */
  consultant: z.string().regex(/^[1-9]\d{3,6}$/),
  /** The number of the practice at the adviser. */
  client: z.string().regex(/^[1-9]\d{0,4}$/),
  /** The chart of accounts. */
  chart: z.enum(['SKR03', 'SKR04']),
})
export type DatevSettings = z.infer<typeof DatevSettings>

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

/** A period from the first to the last day, both included, and the format. A DATEV file can contain only days of one year. */
const ExportInput = z
  .strictObject({ from: Day, until: Day, as: z.enum(invoiceExports), datev: DatevSettings.optional() })
  .refine(({ from, until }) => from <= until, { error: 'REVERSED', path: ['until'] })
  .refine(({ from, until }) => daysBetween(from, until) < longestExportDays, { error: 'TOO_LONG', path: ['until'] })
  .refine(({ as, datev }) => (as === 'datev') === (datev !== undefined), { error: 'REQUIRED', path: ['datev'] })
  .refine(({ as, from, until }) => as !== 'datev' || from.slice(0, 4) === until.slice(0, 4), {
    error: 'TWO_YEARS',
    path: ['until'],
  })

export const invoiceExport = {
  /**
   * Starts an export of the caller's documents and payments of a period. Returns the URL of the download, which is valid once and for one minute.
   * Refuses with TOO_MANY after 60 exports within an hour.
   */
  exportPeriod: read.input(ExportInput).output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
}
