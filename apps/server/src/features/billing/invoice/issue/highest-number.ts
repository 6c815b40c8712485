import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import type { InvoiceSeries } from '@attune/contract/features/billing/invoice/invoice.rules'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { violatesConstraint } from '../../../../platform/database/violation.ts'
import { copyEveryMinute } from '../../../../platform/process/copy-every-minute.ts'
import { replaceFileDurably } from '../../../../platform/process/durable.ts'
import { StartError } from '../../../../platform/process/start-error.ts'

/** The file in the secrets folder with the last number of each series: therapist → year and series ('2026', '2026R') → first and highest number. */
const fileName = 'invoice-mark.json'
const HighestNumber = z.strictObject({ firstNumber: z.number().int().min(1), last: z.number().int().min(1) })
const HighestNumbers = z.record(z.string(), z.record(z.string(), HighestNumber))
type HighestNumbers = z.infer<typeof HighestNumbers>

/** The state of a series, as in `invoice_series`. */
export type ReachedSeries = {
  therapistId: TherapistId
  year: number
  series: InvoiceSeries
  /** The printed number of the first document. */
  firstNumber: number
  /** The number of documents so far. The last one has the printed number `last + firstNumber - 1`. */
  last: number
}

const keyOf = ({ year, series }: Pick<ReachedSeries, 'year' | 'series'>) => `${year}${series}`
const seriesOfKey = (key: string): Pick<ReachedSeries, 'year' | 'series'> => ({
  year: Number(key.slice(0, 4)),
  series: key.slice(4) === 'R' ? 'R' : '',
})

const pathIn = (secretsDir: string) => join(secretsDir, fileName)

function readHighestNumbers(secretsDir: string): HighestNumbers {
  const path = pathIn(secretsDir)
  if (!existsSync(path)) return {}
  try {
    return HighestNumbers.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(`Attune can't read the invoice numbers in ${path}. Restore the file from your copy.`, {
      cause: error,
    })
  }
}

/** Returns the states of the series in the secrets folder, for a copy outside this machine. */
export function readStoredNumbers(secretsDir: string): ReachedSeries[] {
  return Object.entries(readHighestNumbers(secretsDir)).flatMap(([therapistId, years]) =>
    Object.entries(years).map(([key, number]) => ({ therapistId, ...seriesOfKey(key), ...number })),
  )
}

/**
 * Writes the states of series to the secrets folder, which is not part of a database backup. After a restore, the server therefore knows which
 * numbers were issued after the backup. Never replaces a higher number by a lower one.
 */
export function storeHighestNumbers(secretsDir: string, series: ReachedSeries[]): void {
  const numbers = readHighestNumbers(secretsDir)
  const higher = series.filter((one) => one.last > (numbers[one.therapistId]?.[keyOf(one)]?.last ?? 0))
  if (!higher.length) return
  for (const { therapistId, firstNumber, last, ...one } of higher)
    (numbers[therapistId] ??= {})[keyOf(one)] = { firstNumber, last }
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  replaceFileDurably(pathIn(secretsDir), `${JSON.stringify(numbers, null, 2)}\n`)
}

/** Returns the state of the series of an issued invoice; null for a draft. */
export async function findReachedSeries(tx: Tx, invoiceId: InvoiceId): Promise<ReachedSeries | null> {
  const { rows } = await tx.run<ReachedSeries>(
    `select s.therapist_id as "therapistId", s.year, s.series, s.first_number as "firstNumber", s.last from app.invoice i
     join app.invoice_series s on s.therapist_id = i.therapist_id and s.year = i.year and s.series = i.series where i.id = $1`,
    [invoiceId],
  )
  return rows[0] ?? null
}

/**
 * Compares the stored numbers with the series in the database when the server starts. Numbers that are missing in the database because it was
 * restored from an older backup are recorded as lost. Numbers that were not stored because the server was killed are stored. Returns the number of
 * lost numbers.
 */
export async function reconcileHighestNumbers(context: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<number> {
  const lost = await recordLostNumbers(context)
  await copyHighestNumbers(context)
  return lost
}

/** Stores the states of all series in the secrets folder, also those of invoices that other servers have issued. */
export async function copyHighestNumbers({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const { rows } = await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<ReachedSeries>(
      `select therapist_id as "therapistId", year, series, first_number as "firstNumber", last from def.reached_invoice_numbers()`,
    ),
  )
  storeHighestNumbers(config.secretsDir, rows)
}

/**
 * Copies the numbers of all servers every minute, until the returned function is called. After a restore, any server then has the numbers that were
 * issued after the backup.
 */
export function scheduleHighestNumbers(context: Pick<AppContext, 'db' | 'config' | 'log'>): () => void {
  return copyEveryMinute(context.log, 'the highest invoice numbers could not be copied', () =>
    copyHighestNumbers(context),
  )
}

/** The reason that is recorded for numbers that the restored backup does not contain. */
const lostReason = 'lost in a restore'

/**
 * Records the stored numbers that are missing in the database as lost. The next invoice continues after them. Ignores therapists that are not in
 * the database. Returns the number of lost numbers.
 */
async function recordLostNumbers({ db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<number> {
  let lost = 0
  for (const [therapistId, years] of Object.entries(readHighestNumbers(config.secretsDir)))
    for (const [key, { firstNumber, last }] of Object.entries(years)) {
      const { year, series } = seriesOfKey(key)
      const missing = await db
        .asActor({ role: 'worker', id: therapistId }, async (tx) => {
          const { rows } = await tx.run<{ missing: number }>(
            'select def.lose_invoice_numbers($1, $2::int, $3, $4::int, $5::int, $6) as missing',
            [therapistId, year, series, firstNumber, last, lostReason],
          )
          return rows[0]?.missing ?? 0
        })
        .catch((error: unknown) => {
          if (violatesConstraint(error, 'invoice_series_therapist_id_fkey')) return 0
          throw error
        })
      if (missing > 0) log.warn('invoice numbers were lost in a restore', { count: missing })
      lost += missing
    }
  return lost
}
