import { z } from 'zod'
import { datevBases } from './invoice.datev-basis.rules.ts'
import { datevCharts, datevDebtors, datevKindPattern } from './invoice.datev.rules.ts'

/** The maximum number of accounts that a therapist can enter. */
const mostAccounts = 60

const DatevAccounts = z
  .record(
    z.string().regex(datevKindPattern),
    z.strictObject({ account: z.string().regex(/^(\d{4})?$/), key: z.string().regex(/^\d{0,4}$/) }),
  )
  .refine((accounts) => Object.keys(accounts).length <= mostAccounts, 'TOO_MANY')

/** The settings of the DATEV export as a therapist enters them. */
export const DatevInput = z.strictObject({
  /** The number of the tax adviser. */
  consultant: z.string().regex(/^[1-9]\d{3,6}$/),
  /** The number of the practice at the adviser. */
  client: z.string().regex(/^[1-9]\d{0,4}$/),
  /** The chart of accounts. */
  chart: z.enum(datevCharts),
  /** The accounts and tax keys that differ from the proposals of the chart, by kind of booking. */
  accounts: DatevAccounts,
  /** The first number of the accounts of payers; null if all payers share one account. */
  debtorsFrom: z.int().min(datevDebtors.first).max(datevDebtors.last).nullable(),
  /** A basis, and the first year to which it applies. If omitted, the saved bases do not change. */
  basis: z.strictObject({ year: z.int().min(2000).max(2200), basis: z.enum(datevBases) }).optional(),
})
export type EnteredDatev = z.infer<typeof DatevInput>

/** The settings of the DATEV export. The numbers are empty until they are saved. */
export const OwnDatev = z.strictObject({
  fields: z.strictObject({ ...DatevInput.omit({ basis: true }).shape, consultant: z.string(), client: z.string() }),
  /** The saved bases, each by the first year to which it applies; empty if no basis was chosen or exported. */
  bases: z.record(z.string(), z.enum(datevBases)),
  /** The last year of which a period was exported; null if none was. Its basis and those of earlier years cannot change. */
  exportedUntil: z.int().nullable(),
  /** The kinds of bookings that the issued invoices need. */
  used: z.array(z.string()),
})
export type OwnDatevSettings = z.infer<typeof OwnDatev>
