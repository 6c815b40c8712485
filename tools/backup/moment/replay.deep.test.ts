import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgeKey } from '../../../apps/server/src/platform/backup/encryption/age.ts'
import { allLogs, parseLogKey } from '../../../apps/server/src/platform/backup/log/keys.rules.ts'
import { createLogPractice, type LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import type { OpenedBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { chooseMoments, restoreLetters, writeLetters } from './restored.testing.ts'

let practice: LogPractice
let stop: () => Promise<void>
/** The commit time of a letter that was written after the end of the base backup. */
let afterBase = ''
let base = ''

beforeAll(async () => {
  practice = await createLogPractice()
  // The archive counts the log as complete up to ten seconds ago. With a clock that is a minute ahead, it counts as complete up to now.
  stop = practice.archive({ clock: { now: () => new Date(Date.now() + 60_000) } })
  const stopWriting = writeLetters(practice)
  await practice.write('before the backup')
  base = await practice.backUp()
  afterBase = await practice.write('after the backup')
  await pause(1_500)
  await stopWriting()
  await practice.untilArchived()
})
afterAll(async () => {
  await stop()
  await practice.close()
})

test('a restore to a moment has exactly what was committed until then', async () => {
  const moments = await chooseMoments(practice, afterBase, 3)
  expect(moments).toHaveLength(3)
  for (const { at, count } of moments) expect(await restoreLetters(practice, at)).toMatchObject({ count, newest: at })
})

test('the newest state has everything that was committed', async () => {
  const [last] = (await chooseMoments(practice, afterBase, 1_000_000)).slice(-1)
  expect(await restoreLetters(practice, null)).toMatchObject({ count: last?.count, newest: last?.at })
})

test('a moment after the last commit that the archive still covers has the newest state', async () => {
  const [last] = (await chooseMoments(practice, afterBase, 1_000_000)).slice(-1)
  const justAfter = new Date(Date.parse(last?.at ?? '') + 1).toISOString()
  expect(await restoreLetters(practice, justAfter)).toMatchObject({ count: last?.count, newest: last?.at })
})

test('a moment that the archive does not reach is refused with the last moment that it reaches', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await expect(restoreLetters(practice, later)).rejects.toThrow(
    /The log ends before that moment\. .*--at '\d{4}-.* The nearest backup is from \d{4}-/,
  )
})

test('a moment before the first backup is refused with the backups that there are', async () => {
  const earlier = new Date(Date.now() - 3_600_000).toISOString()
  await expect(restoreLetters(practice, earlier)).rejects.toThrow(`There are: ${base}`)
})

test('another key does not open the log', async () => {
  const { identity } = await createAgeKey()
  const change = (opened: OpenedBackup) => ({ ...opened, log: { store: practice.store, identities: [identity] } })
  await expect(restoreLetters(practice, null, {}, change)).rejects.toThrow(/The key doesn't open/)
})

test('a chosen backup is restored without the log behind it', async () => {
  const { count } = await restoreLetters(practice, null, { time: base })
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan((await restoreLetters(practice, null)).count)
})

test('a missing segment in the middle ends the restore with the moment up to which it reaches', async () => {
  for (let n = 0; n < 4; n++) await practice.fillSegment()
  const last = await practice.write('behind the gap')
  await practice.untilArchived()
  await expect.poll(async () => (await segments()).length).toBeGreaterThan(3)
  const keys = await segments()
  await practice.store.delete(keys.at(-2) ?? '')
  await expect(restoreLetters(practice, null)).rejects.toThrow(/segment \w{24} of the log is missing\. .* --at '/)
  await expect(restoreLetters(practice, last)).rejects.toThrow(/segment \w{24} of the log is missing/)
  const [moment] = await chooseMoments(practice, afterBase, 20)
  expect(await restoreLetters(practice, moment?.at ?? '')).toMatchObject({ count: moment?.count })
})

async function segments(): Promise<string[]> {
  const found = await practice.store.list(allLogs)
  return found.flatMap(({ key }) => (parseLogKey(key)?.kind === 'segment' ? [key] : []))
}
