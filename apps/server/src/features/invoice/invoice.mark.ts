import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppContext } from '../../platform/app-context.ts'
import { violatesConstraint } from '../../platform/database/violation.ts'
import { replaceFileDurably } from '../../platform/durable.ts'
import { StartError } from '../../platform/start-error.ts'

/** The file in the secrets folder that contains the highest number of each series: therapist → year → number. */
const fileName = 'invoice-mark.json'
const Marks = z.record(z.string(), z.record(z.string(), z.number().int().min(1)))
type Marks = z.infer<typeof Marks>

const pathIn = (secretsDir: string) => join(secretsDir, fileName)

function readMarks(secretsDir: string): Marks {
  const path = pathIn(secretsDir)
  if (!existsSync(path)) return {}
  try {
    return Marks.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new StartError(`Attune can't read the invoice numbers in ${path}. Restore the file from your copy.`, {
      cause: error,
    })
  }
}

/**
 * Writes the number that a series has reached to the secrets folder. A backup of the database does not contain that
 * folder, so that a restore knows the numbers that were issued since. A lower number than the written one changes nothing.
 */
export function markNumber(secretsDir: string, series: { therapistId: string; year: number; number: number }): void {
  const marks = readMarks(secretsDir)
  const ofTherapist = (marks[series.therapistId] ??= {})
  if ((ofTherapist[series.year] ?? 0) >= series.number) return
  ofTherapist[series.year] = series.number
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  replaceFileDurably(pathIn(secretsDir), `${JSON.stringify(marks, null, 2)}\n`)
}

/** The reason of numbers that a backup does not contain. */
const lostReason = 'lost in a restore'

/**
 * Records the numbers up to the marks that the database does not know, because it was restored from an older backup. The next invoice
 * continues above them. Returns how many numbers were lost. Does nothing for therapists whom the database does not know.
 */
export async function recordLostNumbers({
  db,
  config,
  log,
}: Pick<AppContext, 'db' | 'config' | 'log'>): Promise<number> {
  let lost = 0
  for (const [therapistId, years] of Object.entries(readMarks(config.secretsDir)))
    for (const [year, number] of Object.entries(years)) {
      const missing = await db
        .asActor({ role: 'worker', id: therapistId }, async (tx) => {
          const { rows } = await tx.run<{ missing: number }>(
            'select def.lose_invoice_numbers($1, $2::int, $3::int, $4) as missing',
            [therapistId, Number(year), number, lostReason],
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
