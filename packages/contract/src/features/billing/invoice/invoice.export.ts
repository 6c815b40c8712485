import { z } from 'zod'
import { read } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { invoiceExports, longestExportDays } from './invoice.export.rules.ts'

/**
 * The facts that a DATEV file needs: the number of the tax adviser, the number that the adviser has given to the practice, and the
 * chart of accounts.
 */
const DatevSettings = z.strictObject({
  consultant: z.string().regex(/^[1-9]\d{3,6}$/),
  client: z.string().regex(/^[1-9]\d{0,4}$/),
  chart: z.enum(['SKR03', 'SKR04']),
})
export type DatevSettings = z.infer<typeof DatevSettings>

const daysBetween = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000

/** A period of days, including the first and the last, in one of the formats. A DATEV file contains days of one year. */
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
   * Starts an export of what the acting therapist issued and was paid in a period. Returns the address of the download,
   * which is valid once within a minute. Refuses with TOO_MANY after sixty exports within an hour.
   */
  exportPeriod: read.input(ExportInput).output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
}
