import { shiftDay, weekdayOf, wallClockOf } from '@attune/contract/common/time/time'

/** The number of backups that a chosen destination keeps: the last one of each of the latest days, weeks and months that have one. */
const kept = { day: 7, week: 4, month: 12 }
/** The number of days for which a backup without verification is kept. */
const unprovedDays = 7
/** The number of backups that are kept on the disk of the data while no destination is chosen. */
const keptOnDisk = 2

/** Returns the periods that contain `at` in a zone: the day, the first day of the week (Monday), and the month. */
function periodsOf(at: Date, zone: string): Record<keyof typeof kept, string> {
  const { day } = wallClockOf(at.toISOString(), zone)
  return { day, week: shiftDay(day, 1 - weekdayOf(day)), month: day.slice(0, 7) }
}

/**
 * Selects the backups that a chosen destination keeps, by their times. Periods without a backup do not count, so that a practice that was closed for
 * a year keeps its old backups, and a wrong clock causes the loss of at most one daily, one weekly and one monthly backup. `newest`, the backup that
 * was just made, is always kept, even if the clock was set back.
 */
export function keptAtDestination(times: readonly Date[], zone: string, newest: Date): Set<number> {
  const sorted = times.map((at) => at.getTime()).toSorted((one, other) => other - one)
  const keepers = new Set([newest.getTime()])
  const periods = new Map(sorted.map((at) => [at, periodsOf(new Date(at), zone)]))
  for (const [kind, count] of Object.entries(kept) as [keyof typeof kept, number][]) {
    const seen = new Set<string>()
    for (const at of sorted) {
      const period = periods.get(at)?.[kind]
      if (period === undefined || seen.has(period)) continue
      seen.add(period)
      if (seen.size <= count) keepers.add(at)
    }
  }
  return keepers
}

/**
 * Selects the unverified backups to keep: those of the last seven days. They never replace a verified one, because only a verified one counts as a
 * backup.
 */
export function keptUnproved(unproved: readonly Date[], now: Date): Set<number> {
  const times = unproved.map((at) => at.getTime())
  return new Set(times.filter((at) => now.getTime() - at < unprovedDays * 24 * 60 * 60 * 1000))
}

/** Selects the backups to keep on the disk of the data: the latest two, always including `newest`, which was just made. */
export function keptInDefaultFolder(times: readonly Date[], newest: Date): Set<number> {
  const others = times.map((at) => at.getTime()).filter((at) => at !== newest.getTime())
  return new Set([newest.getTime(), ...others.toSorted((one, other) => other - one).slice(0, keptOnDisk - 1)])
}
