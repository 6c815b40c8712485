import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { AppContext } from '../app-context.ts'
import { readMigrations } from '../database/migrate/migrate.ts'

type Check = 'ok' | 'failed'

/**
 * Mounts `/health` and `/ready`. `/health` succeeds if the process runs. `/ready` succeeds if all checks pass;
 * otherwise it answers 503 with the names of the failed checks.
 */
export function mountHealth(app: FastifyInstance, context: AppContext): void {
  app.get('/health', async () => ({ alive: true }))
  app.get('/ready', async (_, reply) => {
    const results = await checkReadiness(context)
    const ready = Object.values(results).every((result) => result === 'ok')
    if (!ready) reply.status(503).header('retry-after', '2')
    return { ready, ...results }
  })
}

/** Returns the result of each check of `/ready`. */
async function checkReadiness(context: AppContext): Promise<Record<string, Check>> {
  const names = Object.keys(checks) as (keyof typeof checks)[]
  const results = names.map(async (name) => [name, await runCheck(() => checks[name](context))] as const)
  return Object.fromEntries(await Promise.all(results))
}

/** Returns the names of the checks of `/ready` that fail. */
export async function failedChecks(context: AppContext): Promise<string[]> {
  return Object.entries(await checkReadiness(context)).flatMap(([name, result]) => (result === 'ok' ? [] : name))
}

const checks = {
  database: (context: AppContext) => ask(context, sql`select 1`),
  migrations: areMigrationsApplied,
  jobs: (context: AppContext) => context.jobs.ready(),
  storage: isWritable,
  timeZones: hasSameTimeZones,
} satisfies Record<string, (context: AppContext) => Promise<boolean>>

async function runCheck(check: () => Promise<boolean>): Promise<Check> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 5_000, false).unref())
  return (await Promise.race([check().catch(() => false), late])) ? 'ok' : 'failed'
}

const ask = (context: Pick<AppContext, 'db'>, query: ReturnType<typeof sql>) =>
  context.db.asActor({ role: 'worker', id: null }, async (tx) => (await query.execute(tx.kysely)).rows.length > 0)

async function areMigrationsApplied(context: Pick<AppContext, 'db'>): Promise<boolean> {
  const { rows } = await context.db.asActor({ role: 'worker', id: null }, (tx) =>
    sql<{ name: string }>`select name from meta.migration order by name`.execute(tx.kysely),
  )
  const expected = readMigrations().map((migration) => migration.name)
  return expected.length === rows.length && rows.every((row, at) => row.name === expected[at])
}

async function isWritable({ config }: Pick<AppContext, 'config'>): Promise<boolean> {
  const file = join(config.dataDir, `.ready-${randomUUID()}`)
  await writeFile(file, 'ready', { mode: 0o600 })
  await rm(file)
  return true
}

/** Time zones with rules that changed in recent years. `days` are the days on which the check compares Node with Postgres. */
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Mexico_City',
  'Asia/Amman',
  'Africa/Cairo',
  'Asia/Almaty',
  'America/Nuuk',
  'Asia/Beirut',
]
const days = ['2025-01-15T12:00:00Z', '2025-07-15T12:00:00Z', '2026-05-15T12:00:00Z', '2026-12-15T12:00:00Z']

/**
 * Whether Node and Postgres have the same time zone rules. Node and Postgres both compute times, so different rules
 * would lead to contradictory times.
 */
async function hasSameTimeZones(context: Pick<AppContext, 'db'>): Promise<boolean> {
  const { rows } = await context.db.asActor({ role: 'worker', id: null }, (tx) =>
    sql<{ zone: string; day: string; minutes: number }>`
      select z.zone, d.day, (extract(epoch from (d.day::timestamptz at time zone z.zone) - (d.day::timestamptz at time zone 'UTC')) / 60)::int as minutes
      from unnest(${zones}::text[]) z(zone), unnest(${days}::text[]) d(day)`.execute(tx.kysely),
  )
  return rows.length > 0 && rows.every((row) => offsetMinutes(row.zone, row.day) === row.minutes)
}

function offsetMinutes(zone: string, day: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(day),
  )
  const [, sign, hours, minutes] =
    /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '') ?? []
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}
