import { expect, test } from 'vitest'
import { isBackupDue, oldPlainBackups } from './daily-backup.rules.ts'
import { missingSpace } from './space.ts'

const zone = 'Europe/Berlin'
const year = new Date().getUTCFullYear()
/** Returns a time in January. Berlin is then an hour ahead of UTC. */
const at = (day: number, hour: number, minute = 0) => new Date(Date.UTC(year, 0, day, hour, minute))
const due = (latest: Date, now: Date, failedAt: Date | null = null) => isBackupDue({ latest, failedAt }, now, zone)

test('the backup of a day is due at 03:00 of the zone, and not a minute earlier', () => {
  expect([due(at(9, 2), at(10, 1, 59)), due(at(9, 2), at(10, 2))]).toEqual([false, true])
})

test('a server that was off at 03:00 makes the backup when it runs again', () => {
  expect(due(at(9, 2), at(10, 14))).toBe(true)
})

test('after the backup of a day, the next one is due on the next day', () => {
  const made = at(10, 2, 5)
  expect([due(made, at(10, 23)), due(made, at(11, 1)), due(made, at(11, 2))]).toEqual([false, false, true])
})

test('a database that was created after 03:00 is first backed up on the next day', () => {
  expect([due(at(10, 9), at(10, 22)), due(at(10, 9), at(11, 2))]).toEqual([false, true])
})

test('a failed attempt is repeated after an hour', () => {
  const failed = at(10, 2)
  expect([due(at(9, 2), at(10, 2, 59), failed), due(at(9, 2), at(10, 3), failed)]).toEqual([false, true])
})

test('a clock that was set back makes no second backup of the same day', () => {
  expect(due(at(10, 2, 5), at(10, 1))).toBe(false)
})

test('files of an earlier version go as encrypted backups take their places, and other files are left alone', () => {
  const names = ['01', '02', '03'].map((day) => `attune-${year}-01-${day}T02-00-00Z.tar.gz`)
  const others = ['attune-own.tar.gz', 'letter.txt']
  expect(oldPlainBackups([...names, ...others], 0)).toEqual(names.slice(0, 1))
  expect(oldPlainBackups([...names, ...others], 1)).toEqual(names.slice(0, 2))
  expect(oldPlainBackups([...names, ...others], 2)).toEqual(names)
  expect(oldPlainBackups(names.slice(0, 2), 0)).toEqual([])
})

test('a backup that the archive of the log needs is made at once, and after a failed attempt an hour later', () => {
  const needed = { latest: at(10, 2), isNeeded: true }
  expect(isBackupDue({ ...needed, failedAt: null }, at(10, 3), zone)).toBe(true)
  const afterFailure = (minute: number) => isBackupDue({ ...needed, failedAt: at(10, 3) }, at(10, 3, minute), zone)
  expect([afterFailure(59), afterFailure(60)]).toEqual([false, true])
})

const gigabyte = 1024 ** 3
test.each([
  [10, 35, 100, null],
  [10, 34, 100, 1],
  [0, 15, 100, null],
  [0, 13, 100, 2],
])('with %i GB of data and %i of %i GB free, %s GB are missing', (data, free, disk, missing) => {
  const found = missingSpace({ data: data * gigabyte, free: free * gigabyte, disk: disk * gigabyte })
  expect(found).toBe(missing === null ? null : missing * gigabyte)
})
