import type {
  HealthItem,
  HealthReason,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { TextChannel } from '../../../../platform/channels/text-provider.ts'
import { pingClamd } from '../../../../platform/files/clamd.ts'
import { isBucketUsable } from '../../../../platform/files/file-place.ts'
import { readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { readLogRecord } from '../../../../platform/data-folder/log-record.ts'
import { readKeySavedAt } from '../../../../platform/provider-keys/provider-keys.ts'
import { version } from '../../../../platform/process/version.ts'
import { readLogSettings } from '../backup/log/log-destination.ts'
import {
  addressFinding,
  backupFinding,
  certificateFinding,
  channelFinding,
  emailFinding,
  pushFinding,
  diskFinding,
  type HealthFinding,
  logArchiveFinding,
  relayFinding,
} from './rules.ts'
import { isFolderLost } from '../backup/stored-backups.ts'
import type { MailConnection, MailTrial } from '../../../../platform/channels/mail-connection.ts'
import { failingMailsQuery } from '../../../../platform/mail/outbox-view.ts'
import {
  isPushOffSql,
  type PushResults,
  pushResultsSql,
  textKeyName,
} from '../../../messages/channel-setup/channel-setup.ts'

export type CheckedContext = Pick<AppContext, 'config' | 'db' | 'clock'> & {
  fileStore: Pick<AppContext['fileStore'], 'freeSpace' | 'isDiskFull'>
  texts: Pick<AppContext['texts'], 'settings' | 'canSend'>
  mailer: { connection: Pick<MailConnection, 'latest' | 'try' | 'senderRefusal'> }
  site: Pick<AppContext['site'], 'latestWrongOrigin' | 'publicOrigin'>
  videoRelay: Pick<AppContext['videoRelay'], 'check'>
}
type Check = (context: CheckedContext) => Promise<HealthFinding | null | undefined>

const worker = { role: 'worker', id: null } as const
const slowMilliseconds = 1_000
/** The number of minutes after which a due job counts as late. */
const lateMinutes = 5
/** The number of past hours whose attempts the checks of channels evaluate. */
const channelHours = 24
/**
 * The minutes after which the connection to the mail server is tried again after a successful trial. `refusedTrialMinutes` applies after a refused
 * trial, and while emails fail.
 */
const goodTrialMinutes = 60
const refusedTrialMinutes = 5

const from = ({ clock }: CheckedContext) => new Date(clock.now().getTime() - channelHours * 60 * 60 * 1000)

async function read<Row>({ db }: CheckedContext, query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  const { rows } = await db.asActor(worker, (tx) => query.execute(tx.kysely))
  return rows[0]
}

async function checkDatabase(context: CheckedContext): Promise<HealthFinding> {
  const begun = performance.now()
  const row = await read(context, sql<{ since: Date }>`select pg_postmaster_start_time() as since`)
  if (performance.now() - begun > slowMilliseconds) return { reason: 'database-slow' }
  return { reason: 'database-ok', ...(row && { since: new Date(row.since) }) }
}

async function checkQueue(context: CheckedContext): Promise<HealthFinding> {
  const row = await read(
    context,
    sql<{ count: number; since: Date | null }>`
      select count(*)::int as count, min(start_after) as since from jobs.job_common
      where state in ('created', 'retry') and start_after < now() - make_interval(mins => ${lateMinutes})`,
  )
  return channelFinding(failuresIn(row), { ok: 'queue-ok', failing: 'queue-delayed' })
}

async function checkEmail(context: CheckedContext): Promise<HealthFinding> {
  if (context.config.smtpUrl === null) return { reason: 'email-not-set-up' }
  const row = await read(context, failingMailsQuery(from(context)))
  const sentAt = row?.sentAt ? new Date(row.sentAt) : null
  const failures = failuresIn(row)
  return emailFinding(failures, sentAt, latestTrial(context, sentAt, failures.count > 0))
}

/**
 * Returns the latest trial of the mail server, or its refusal of our sender; null if an email was sent since. Starts a new trial if the latest one is
 * old, or if emails fail. A later check uses the result of the new trial, because a mail server may take long to answer.
 */
function latestTrial({ mailer, clock }: CheckedContext, sentAt: Date | null, isFailing: boolean): MailTrial | null {
  const isSentSince = (at: Date) => sentAt !== null && sentAt >= at
  const refusal = mailer.connection.senderRefusal()
  if (isFailing && refusal !== null && !isSentSince(refusal.at)) return refusal
  const trial = mailer.connection.latest()
  const minutes = trial === null ? Infinity : (clock.now().getTime() - trial.at.getTime()) / 60_000
  const isGood = trial?.refusal === null && !isFailing
  const isNeeded = isFailing || trial === null || !isSentSince(trial.at)
  if (isNeeded && minutes >= (isGood ? goodTrialMinutes : refusedTrialMinutes)) void mailer.connection.try()
  return trial !== null && isSentSince(trial.at) ? null : trial
}

async function checkPush(context: CheckedContext): Promise<HealthFinding> {
  const row = await read(
    context,
    sql<{ isOff: boolean; count: number; since: Date | null } & PushResults>`
      with latest as (select state, created_on, started_on, completed_on from jobs.job_common
        where name in ('push-send', 'push-device') and created_on > ${from(context)})
      select ${isPushOffSql} as "isOff", ${pushResultsSql}, count(*)::int as count, min(created_on) as since from latest
      where state in ('retry', 'failed')
        and started_on > coalesce((select max(completed_on) from latest where state = 'completed'), '-infinity')`,
  )
  if (row?.isOff) return { reason: 'push-off' }
  return pushFinding(failuresIn(row), row ?? { acceptedAt: null, refusedAt: null, status: null })
}

/**
 * Returns the finding about a channel from the latest texts that the provider failed to deliver. Does not check a channel that is switched off or not
 * completely set up.
 */
const checkTexts =
  (channel: TextChannel): Check =>
  async (context) => {
    const { texts } = context
    if (!texts.settings().on.includes(channel)) return { reason: `${channel}-off` }
    if (!texts.canSend(channel)) return { reason: `${channel}-incomplete` }
    const row = await read(
      context,
      sql<{ count: number; since: Date | null }>`
        select failures as count, failing_since as since from def.text_health(${from(context)}) where channel = ${channel}`,
    )
    const failures = failuresIn(row)
    if (failures.count === 0 && !(await hasAcceptedText(context, channel))) return { reason: `${channel}-untried` }
    return channelFinding(failures, { ok: `${channel}-ok`, failing: `${channel}-failing` })
  }

/** Returns whether the provider has accepted a text of the channel since its key was saved. */
async function hasAcceptedText(context: CheckedContext, channel: TextChannel): Promise<boolean> {
  const savedAt = await context.db.asActor(worker, (tx) => readKeySavedAt(tx, textKeyName))
  const row = await read(
    context,
    sql<{ isAccepted: boolean }>`select def.has_accepted_text(${channel}, ${savedAt ?? '-infinity'}) as "isAccepted"`,
  )
  return row?.isAccepted ?? false
}

async function checkScanner({ config }: CheckedContext): Promise<HealthFinding> {
  if (config.clamd === null) return { reason: 'scanner-not-set-up' }
  return { reason: (await pingClamd(config.clamd)) ? 'scanner-ok' : 'scanner-failing' }
}

async function checkDisk({ fileStore }: CheckedContext): Promise<HealthFinding> {
  const [space, isFull] = await Promise.all([fileStore.freeSpace(), fileStore.isDiskFull()])
  return diskFinding(space, isFull)
}

/** Returns the finding about the bucket of users' files; null if they are in the data folder, because its disk has its own finding. */
async function checkFiles({ config }: CheckedContext): Promise<HealthFinding | null> {
  if (config.filesBucket === null) return null
  return { reason: (await isBucketUsable(config)) ? 'files-ok' : 'files-failing' }
}

/** Returns the finding about the certificate; null if this server has no certificate, because another server then provides TLS. */
async function checkCertificate({ config, clock }: CheckedContext): Promise<HealthFinding | null> {
  if (config.tls === null) return null
  const endsAt = await readFile(config.tls.cert).then(
    (pem) => new Date(new X509Certificate(pem).validTo),
    () => null,
  )
  return certificateFinding(endsAt, clock.now())
}

/**
 * Returns the finding about the latest refused call of a page in the past hours; null if there was none. Keeps the finding of another server for that
 * time, because each server records only its own calls.
 */
async function checkAddress(context: CheckedContext): Promise<HealthFinding | null | undefined> {
  const own = addressFinding(context.site.latestWrongOrigin(), context.site.publicOrigin())
  if (own?.since && own.since > from(context)) return own
  const stored = await read(context, sql<{ since: Date }>`select since from app.health where item = 'address'`)
  return stored && new Date(stored.since) > from(context) ? undefined : null
}

const failuresIn = (row: { count: number; since: Date | string | null } | undefined) => ({
  count: row?.count ?? 0,
  since: row?.since ? new Date(row.since) : null,
})

/** The checks by part of the system. A check does not connect to anything that is switched off. */
export const healthChecks: Record<HealthItem, Check> = {
  database: checkDatabase,
  queue: checkQueue,
  email: checkEmail,
  push: checkPush,
  sms: checkTexts('sms'),
  whatsapp: checkTexts('whatsapp'),
  scanner: checkScanner,
  disk: checkDisk,
  files: checkFiles,
  certificate: checkCertificate,
  address: checkAddress,
  relay: async ({ videoRelay }) => relayFinding(await videoRelay.check()),
  backup: async ({ config, clock }) =>
    backupFinding(readBackupRecord(config.dataDir), clock.now(), await isFolderLost(config)),
  'log-archive': async ({ config, clock }) =>
    // If the practice has its own Postgres, the host of that database archives the log.
    config.databaseUrl === null && readLogSettings(config)
      ? logArchiveFinding(readLogRecord(config.dataDir), readBackupRecord(config.dataDir).at, clock.now())
      : null,
  version: async () => ({ reason: 'version-ok' satisfies HealthReason, figures: { version } }),
}
