import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { nextBackupAt } from '../daily-backup.rules.ts'
import { keptAtDestination, keptInDefaultFolder, keptUnproved } from './retention.rules.ts'

/** A stored backup. `isProved` is false if the backup was not verified, such as a backup made before an upgrade. */
export type HeldBackup = { at: Date; isProved: boolean }

/**
 * The rules by which a place keeps backups. `destination`: a chosen destination. `default`: the default folder. `until-next`: the default folder
 * while a destination is chosen; the next backup empties this folder.
 */
export type Keeping = 'destination' | 'default' | 'until-next'

type Place = { keeping: Keeping; zone: string; now: Date }

/**
 * The number of days that are calculated one by one. After them, no backup from before `moment` is kept as the backup of a day or a week, so only the
 * first backup of a month can cause a deletion.
 */
const daysOneByOne = 40
/** The end of the calculation, in days. No backup is kept that long. */
const mostDays = 800

/**
 * Returns the time of the backup that causes the deletion of the last backup from before `moment`; null if the place has no such backup now. Assumes
 * that a backup is made and verified at every 03:00 from `now` on: as long as no backup is made, no old backup is deleted.
 */
export function lastDeletionOf(
  backups: readonly HeldBackup[],
  moment: Date,
  { keeping, zone, now }: Place,
): Date | null {
  const isOld = (at: Date) => at.getTime() < moment.getTime()
  let proved = backups.filter(({ isProved }) => isProved).map(({ at }) => at)
  let unproved = backups.filter(({ isProved }) => !isProved).map(({ at }) => at)
  if (![...proved, ...unproved].some(isOld)) return null
  let at = now
  for (let days = 0; days < mostDays; days++) {
    at = days < daysOneByOne ? nextBackupAt({ latest: at, failedAt: null }, at, zone) : firstBackupOfNextMonth(at, zone)
    if (keeping === 'until-next') return at
    const times = [...proved, at]
    const kept = keeping === 'default' ? keptInDefaultFolder(times, at) : keptAtDestination(times, zone, at)
    const keptOthers = keptUnproved(unproved, at)
    proved = times.filter((each) => kept.has(each.getTime()))
    unproved = unproved.filter((each) => keptOthers.has(each.getTime()))
    if (![...proved, ...unproved].some(isOld)) return at
  }
  return at
}

function firstBackupOfNextMonth(at: Date, zone: string): Date {
  const { day } = wallClockOf(at.toISOString(), zone)
  const inNextMonth = shiftDay(`${day.slice(0, 7)}-28`, 4)
  return new Date(instantOf(`${inNextMonth.slice(0, 7)}-01`, '03:00', zone))
}

/**
 * Returns the backups from before `moment` that a destination may contain, for a destination that cannot be read: one from just before the moment,
 * and one from the end of the previous month, because no other older backup is kept longer.
 */
export function possibleBackups(moment: Date, zone: string): HeldBackup[] {
  const latest = new Date(moment.getTime() - 1)
  const { day } = wallClockOf(latest.toISOString(), zone)
  const endOfMonth = new Date(Date.parse(instantOf(`${day.slice(0, 7)}-01`, '00:00', zone)) - 1)
  return [endOfMonth, latest].map((at) => ({ at, isProved: true }))
}

/** The number of days back to which the log of a destination can restore, see the retention of the log. */
const restorableDays = 7
const hour = 60 * 60_000

/**
 * Returns the time at which a destination deletes the log of changes from before `moment`: seven days after the first daily backup that is made at
 * least an hour after `moment`.
 */
export function logDeletionOf(moment: Date, zone: string): Date {
  const after = new Date(moment.getTime() + hour)
  const first = nextBackupAt({ latest: after, failedAt: null }, after, zone)
  return new Date(first.getTime() + restorableDays * 24 * hour)
}
