import { overdueBackupHours } from '@attune/contract/features/practice/administration/administration.backups.rules'
import type { HealthReason } from '@attune/contract/features/practice/administration/administration.health.rules'
import type { HealthResult } from '@attune/contract/features/practice/administration/administration.dashboard'
import type { WrongOrigin } from '../../../../platform/http/site/site.ts'
import type { MailTrial } from '../../../../platform/channels/mail-connection.ts'
import type { RelayCheck } from '../../../../platform/relay/relay-check.ts'
import type { PushResults } from '../../../messages/channel-setup/channel-setup.ts'
import type { BackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import type { LogRecord } from '../../../../platform/data-folder/log-record.ts'

/** The result of one check. */
export type HealthFinding = {
  reason: HealthReason
  figures?: HealthResult['figures']
  /** Set if the checked data contains the time since which the reason has applied. */
  since?: Date
}

/** The highest number of characters of a server's answer that the dashboard shows. */
const answerLength = 300
const dayMilliseconds = 24 * 60 * 60 * 1000

/** The share of the disk, from 0 to 1, below which its free space is low. Below a tenth, uploads are refused. */
const lowShare = 0.2
/** The number of days before its end at which a certificate should be renewed. */
const renewalDays = 21
/** The maximum age of the last backup in days. */
const overdueDays = overdueBackupHours / 24

export function diskFinding(space: { bytes: number; share: number }, isFull: boolean): HealthFinding {
  const figures = { bytes: space.bytes, percent: Math.floor(space.share * 100) }
  if (isFull) return { reason: 'disk-full', figures }
  return { reason: space.share < lowShare ? 'disk-low' : 'disk-ok', figures }
}

/** Returns the finding about a certificate that ends at `endsAt`, which is null if the certificate cannot be read. */
export function certificateFinding(endsAt: Date | null, now: Date): HealthFinding {
  if (endsAt === null) return { reason: 'certificate-unreadable' }
  const left = endsAt.getTime() - now.getTime()
  if (left <= 0)
    return { reason: 'certificate-ended', since: endsAt, figures: { days: Math.floor(-left / dayMilliseconds) } }
  const days = Math.floor(left / dayMilliseconds)
  return { reason: days < renewalDays ? 'certificate-ends-soon' : 'certificate-ok', figures: { days } }
}

/** Returns the finding about a call of a page whose Origin was not the address in its Host header; null if there was none. */
export function addressFinding(call: WrongOrigin | null, publicOrigin: string | null): HealthFinding | null {
  if (call === null) return null
  const figures = { origin: call.origin ?? '–', host: call.host ?? '–', publicUrl: publicOrigin ?? '–' }
  return { reason: 'address-mismatch', since: call.at, figures }
}

/** Returns the finding about the record of backups. `isDestinationLost` is true if a destination is currently lost. */
export function backupFinding(
  { at, onSameDisk, problem }: Pick<BackupRecord, 'at' | 'onSameDisk' | 'problem'>,
  now: Date,
  isDestinationLost: boolean,
): HealthFinding {
  if (problem?.why === 'space')
    return {
      reason: 'backup-no-space',
      since: problem.at,
      figures: { bytes: problem.free, neededBytes: problem.needed },
    }
  if (problem?.why === 'destination') return { reason: 'backup-destination-failing', since: problem.at }
  // A failed attempt is repeated after an hour, so it matters only until the last backup is too old.
  const isOverdue = at !== null && now.getTime() - at.getTime() > overdueDays * dayMilliseconds
  if (problem && !isOverdue) return { reason: 'backup-failed', since: problem.at }
  if (isDestinationLost) return { reason: 'backup-destination-lost' }
  if (at === null) return { reason: 'backup-never' }
  const age = Math.max(0, now.getTime() - at.getTime())
  const days = Math.floor(age / dayMilliseconds)
  const finding = { since: at, figures: { days } }
  if (age > overdueDays * dayMilliseconds) return { reason: 'backup-old', ...finding }
  return { reason: onSameDisk ? 'backup-same-disk' : 'backup-recent', ...finding }
}

/** The findings about backups that notify the admins, because the data is not backed up properly. */
const alarming: readonly HealthReason[] = [
  'backup-old',
  'backup-no-space',
  'backup-destination-failing',
  'log-archive-waiting',
  'log-archive-gap',
]

/** Whether admins are notified of a finding: it is alarming, and the previous finding, if any, was not. */
export const isNewAlarm = (reason: HealthReason, before: string | undefined): boolean =>
  alarming.includes(reason) && !alarming.some((each) => each === before)

/** The maximum age of the WAL archive in milliseconds before the dashboard reports it. WAL is sent at least every five minutes. */
const lateMilliseconds = 15 * 60_000

/** Returns the finding about the WAL archive. `latestBackup` is the time of the last base backup; a gap in the WAL before it does not matter. */
export function logArchiveFinding(record: LogRecord, latestBackup: Date | null, now: Date): HealthFinding {
  const { gap, reachedAt, failingSince, baseNeededSince, waitingBytes } = record
  if (gap && (latestBackup === null || latestBackup.getTime() < gap.at.getTime()))
    return { reason: 'log-archive-gap', since: gap.at }
  const since = failingSince ?? reachedAt ?? baseNeededSince ?? now
  if (now.getTime() - since.getTime() > lateMilliseconds)
    return { reason: 'log-archive-waiting', since: reachedAt ?? since, figures: { bytes: waitingBytes } }
  return { reason: 'log-archive-ok', ...(reachedAt && { since: reachedAt }) }
}

/** The latest attempts of a channel: the number of failures since the last success, and the time of the first of these failures. */
export type ChannelFailures = { count: number; since: Date | null }

export function channelFinding<Ok extends HealthReason, Failing extends HealthReason>(
  { count, since }: ChannelFailures,
  reasons: { ok: Ok; failing: Failing },
): HealthFinding {
  if (count === 0 || since === null) return { reason: reasons.ok }
  return { reason: reasons.failing, since, figures: { count } }
}

/**
 * Returns the finding about emails from their latest attempts, the time of the last email that the mail server accepted, and the latest trial of a
 * connection, if it is newer. Without an accepted email, the channel counts as untried.
 */
export function emailFinding(failures: ChannelFailures, sentAt: Date | null, trial: MailTrial | null): HealthFinding {
  const refusal = trial?.refusal ?? null
  if (refusal !== null) return { reason: 'email-refused', figures: { answer: refusal.slice(0, answerLength) } }
  if (failures.count === 0 && sentAt === null) return { reason: 'email-untried' }
  return channelFinding(failures, { ok: 'email-ok', failing: 'email-failing' })
}

/** Returns the finding about push notifications. A refusal counts while no push service has accepted a notification after it. */
export function pushFinding(failures: ChannelFailures, { acceptedAt, refusedAt, status }: PushResults): HealthFinding {
  if (refusedAt !== null && status !== null && (acceptedAt === null || refusedAt > acceptedAt))
    return { reason: 'push-refused', since: new Date(refusedAt), figures: { answer: String(status) } }
  if (failures.count === 0 && acceptedAt === null) return { reason: 'push-untried' }
  return channelFinding(failures, { ok: 'push-ok', failing: 'push-failing' })
}

const relayReasons = {
  answers: 'relay-ok',
  silent: 'relay-silent',
  starting: 'relay-starting',
  'port-taken': 'relay-port-taken',
  failed: 'relay-ending',
  other: 'relay-other',
  off: 'relay-off',
  loopback: 'relay-loopback',
} as const satisfies Record<RelayCheck['state'], HealthReason>

/** Returns the finding about the relay of video calls. It counts as working only after it has answered this server. */
export function relayFinding(check: RelayCheck): HealthFinding {
  const reason = relayReasons[check.state]
  if (check.state === 'answers') return { reason, figures: { port: check.port, milliseconds: check.milliseconds } }
  if (check.state === 'other') return { reason, figures: { host: check.urls.join(', ').slice(0, answerLength) } }
  return 'port' in check ? { reason, figures: { port: check.port } } : { reason }
}
