import { healthItems } from '@attune/contract/features/practice/administration/administration.health.rules'
import { readChannelSettings } from '../../apps/server/src/features/messages/channel-setup/channel-setup.ts'
import {
  type CheckedContext,
  healthChecks,
} from '../../apps/server/src/features/practice/administration/health/checks.ts'
import { openTexts } from '../../apps/server/src/platform/channels/texts.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { type Db, openDb } from '../../apps/server/src/platform/database/actor.ts'
import { embeddedUrl } from '../../apps/server/src/platform/database/embedded/cluster.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { openPool } from '../../apps/server/src/platform/database/pools.ts'
import { probeDatabase } from '../../apps/server/src/platform/database/probe.ts'
import { openOutbound } from '../../apps/server/src/platform/outbound/outbound.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'
import { askRelay } from '../../apps/server/src/platform/relay/relay-check.ts'
import { openProviderKeys } from '../../apps/server/src/platform/provider-keys/provider-keys.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { healthLabel, healthSentence } from './health-sentences.ts'
import { type DoctorGroup, type DoctorLine, lineMaker } from './report.ts'
import { clockLine } from './rules.ts'
import { databaseVersionLines } from './versions.ts'

const line = lineMaker('Database')
const worker = { role: 'worker', id: null } as const

/** The group of each part of the system that the dashboard of admins shows. Null: the report describes this part in more detail. */
const groups: Record<(typeof healthItems)[number], DoctorGroup | null> = {
  database: 'Database',
  queue: 'Services',
  email: 'Email',
  push: 'Services',
  sms: 'Services',
  whatsapp: 'Services',
  scanner: 'Services',
  disk: null,
  files: 'Services',
  certificate: null,
  address: null,
  relay: 'Services',
  backup: 'Backups',
  'log-archive': 'Backups',
  version: null,
}

/** The parts whose checks read the database. */
const inDatabase: readonly string[] = ['database', 'queue', 'email', 'push', 'sms', 'whatsapp']

/** Returns the lines about the database, and about everything that the dashboard of admins shows. Starts no database. */
export async function databaseLines(config: Config, secrets: Secrets | null): Promise<DoctorLine[]> {
  const found = await findDatabase(config, secrets)
  if ('missing' in found || secrets === null)
    return [...('missing' in found ? [found.missing] : []), ...(await healthLines(config, null))]
  const pool = openPool(found.url, secrets, 2)
  try {
    const db = openDb(pool)
    const refusal = await refusalOf(db, config)
    if (refusal) return [refusal, ...(await healthLines(config, null))]
    return [
      await databaseClockLine(db),
      ...(await databaseVersionLines(db, config.databaseUrl === null)),
      ...(await healthLines(config, { db, secrets })),
    ]
  } finally {
    await pool.end()
  }
}

async function findDatabase(
  { databaseUrl, dataDir }: Config,
  secrets: Secrets | null,
): Promise<{ url: string } | { missing: DoctorLine }> {
  if (databaseUrl !== null) {
    try {
      await probeDatabase(databaseUrl)
    } catch (error) {
      return { missing: line('failing', error instanceof StartError ? error.message : 'Postgres does not answer.') }
    }
  }
  if (secrets === null)
    return {
      missing: line('not-checked', "the database, because Attune hasn't created its secrets yet. Start it once."),
    }
  if (databaseUrl !== null) return { url: databaseUrl }
  const running = findPostmaster(clusterPath(dataDir))
  if (running?.ready) return { url: embeddedUrl(running.port, secrets.dbPasswords.install) }
  return {
    missing: running
      ? line('warning', 'The built-in Postgres is starting, so the database could not be read.')
      : line('not-checked', "the database, because the built-in Postgres doesn't run. Start Attune."),
  }
}

/** Returns the line with the reason why Attune's own role can't use the database; null if it can. */
async function refusalOf(db: Db, { secretsDir }: Config): Promise<DoctorLine | null> {
  try {
    await db.asActor(worker, (tx) => tx.run('select name from meta.migration limit 1'))
    return null
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? 'no code')
    if (!code.startsWith('28')) return line('failing', `The database can't be read (${code}). Start Attune once.`)
    return line(
      'failing',
      `Postgres refuses Attune's own role with the password in ${secretsDir}. Start Attune once, which sets it. If another installation uses ` +
        'the same Postgres server, the one that starts last works.',
    )
  }
}

async function databaseClockLine(db: Db): Promise<DoctorLine> {
  const begun = Date.now()
  const { rows } = await db.asActor(worker, (tx) => tx.run<{ now: string }>('select clock_timestamp() as now'))
  const middle = (begun + Date.now()) / 2
  return clockLine((middle - new Date(rows[0]?.now ?? '').getTime()) / 1_000, "the database's clock")
}

/** Returns the lines about the parts that the dashboard shows. `from` is null if the database can't be read. */
async function healthLines(config: Config, from: { db: Db; secrets: Secrets } | null): Promise<DoctorLine[]> {
  const { context, close } = await openChecks(config, from)
  try {
    const lines = await Promise.all(
      healthItems.map(async (item) => {
        const group = groups[item]
        if (group === null) return null
        const of = lineMaker(group)
        if (!from && inDatabase.includes(item))
          return item === 'database'
            ? null
            : of('not-checked', `${healthLabel(item)}, because the database can't be read.`)
        try {
          const finding = await healthChecks[item](context)
          if (!finding) return null
          const { state, text } = healthSentence(finding)
          return of(state, `${healthLabel(item)}: ${text}`)
        } catch {
          return of('failing', `${healthLabel(item)}: the check failed. If it fails again, read the log of Attune.`)
        }
      }),
    )
    return lines.filter((each) => each !== null)
  } finally {
    close()
  }
}

/** Opens the services that the checks of the dashboard use. Without a database, only the checks that don't read it can run. */
async function openChecks(config: Config, from: { db: Db; secrets: Secrets } | null) {
  const unused = () => {
    throw new Error('not available to this check')
  }
  const fileStore = { freeSpace: unused, isDiskFull: unused }
  // The doctor tries the mail server itself and shows its own lines about it.
  const mailer = { connection: { latest: () => null, senderRefusal: () => null, try: async () => null } }
  const site = { latestWrongOrigin: () => null, publicOrigin: () => config.publicUrl }
  const videoRelay = { check: () => askRelay(config) }
  const base = { config, clock: systemClock, fileStore, mailer, site, videoRelay }
  if (!from) {
    const db = { asActor: unused, runThenQuery: unused, readAs: unused, expectedWait: () => 0 }
    return { context: { ...base, db, texts: { settings: unused, canSend: unused } } as CheckedContext, close() {} }
  }
  const { db, secrets } = from
  const providerKeys = openProviderKeys(db, secrets.providerKey)
  const texts = await openTexts({
    read: () => readChannelSettings(db, providerKeys),
    outbound: openOutbound(),
    site: { origin: () => config.publicUrl ?? '' },
    log: openLog('silent'),
  })
  return { context: { ...base, db, texts } as CheckedContext, close: () => texts.close() }
}
