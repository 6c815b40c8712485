import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'
import pg from 'pg'
import type { Cleaning } from './clean.ts'
import { type GrowthLimit, growthLimits } from './limits.ts'
import { readFolderSizes, readTableSizes, type Size } from './sizes.ts'

type Order = { databaseUrl: string; dataDir: string; years: number; cleanings: Cleaning[] }

/**
 * Returns the lines of the report: the cleaned rows, the size and the growth of every table and folder, and the limits in the order in which the
 * practice reaches them.
 */
export async function reportGrowth({ databaseUrl, dataDir, years, cleanings }: Order): Promise<string[]> {
  const tables = await readTableSizes(databaseUrl, years)
  const perYear = tables.reduce((sum, table) => sum + (table.perYear ?? 0), 0)
  const folders = readFolderSizes(dataDir, years, perYear)
  const { bavail, blocks, bsize } = statfsSync(dataDir)
  const cleaned = cleanings.toSorted((one, other) => other.deleted - one.deleted)[0]
  const limits = growthLimits({
    data: {
      bytes: folders.reduce((sum, { bytes }) => sum + bytes, 0),
      perYear: folders.reduce((sum, folder) => sum + (folder.perYear ?? 0), 0),
    },
    disk: { free: bavail * bsize, total: blocks * bsize },
    memory: totalmem(),
    ...(await readCounters(databaseUrl)),
    cleaning: {
      perSecond: cleaned && cleaned.seconds > 0 ? Math.max(1, cleaned.deleted / cleaned.seconds) : 1,
      perYear: (cleaned?.deleted ?? 0) / Math.max(1, years - 1),
    },
  })
  return [
    '\nCleaned, as the product does once a day:',
    ...cleanings.map(describeCleaning),
    '\nSizes and growth:',
    ...tableLines([...tables, ...folders]),
    '\nLimits, the first one first:',
    ...limits.map(describeLimit),
  ]
}

const describeCleaning = ({ table, deleted, seconds, slowestBatch }: Cleaning) =>
  `${table}: ${deleted.toLocaleString('en')} rows in ${seconds.toFixed(1)} s, the slowest batch in ${slowestBatch.toFixed(2)} s`

const describeLimit = ({ name, years, text }: GrowthLimit) =>
  `${name}: ${years === Infinity ? 'never' : `in ${years.toFixed(1)} years`} (${text})`

function tableLines(sizes: Size[]): string[] {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const cells = sizes.map(({ name, rows, bytes, perYear, kept }) => [
    name,
    rows === null ? '' : rows.toLocaleString('en'),
    megabytes(bytes),
    perYear === null ? 'steady' : megabytes(perYear),
    kept,
  ])
  const lines = [['table or folder', 'rows', 'MB', 'MB a year', 'kept'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

async function readCounters(databaseUrl: string): Promise<{ highestInvoice: number; highestId: number }> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  try {
    await db.query('begin; set local role attune_owner; alter table app.invoice_series no force row level security')
    const { rows } = await db.query<{ highestInvoice: number; highestId: number }>(
      `select (select coalesce(max(last), 0) from app.invoice_series) as "highestInvoice",
         (select coalesce(max(last_value), 0)::float8 from pg_sequences where schemaname = 'app') as "highestId"`,
    )
    return rows[0] ?? { highestInvoice: 0, highestId: 0 }
  } finally {
    await db.query('rollback')
    await db.end()
  }
}
