// Restores a practice to a moment on an empty machine with the command. The words of its key come from the standard input.
import { wallClockOf } from '../../../packages/contract/src/common/time/time.ts'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyWordsOf } from '../../../apps/server/src/platform/backup/encryption/words.ts'
import { createLogPractice, type LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import { configNames } from '../../../apps/server/src/platform/config/setting-names.ts'
import { databaseName, runAsSuperuser } from '../../../apps/server/src/platform/database/embedded/cluster.ts'
import { findPostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'

const script = join(import.meta.dirname, '..', '..', 'restore.ts')

let practice: LogPractice
let wanted = ''
beforeAll(async () => {
  practice = await createLogPractice()
  const stop = practice.archive()
  await practice.backUp()
  wanted = await practice.write('wanted')
  await practice.write('a mistake')
  await practice.untilArchived()
  await stop()
})
afterAll(() => practice.close())

function restore(name: string, input: string, ...args: string[]) {
  const dataDir = join(practice.home, name)
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, 0o711)
  const unset = Object.fromEntries(configNames.map((each) => [each, '']))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, practice.destination, ...args], {
    encoding: 'utf8',
    input,
    env: { PATH: process.env.PATH, ...unset, ATTUNE_DATA: dataDir },
  })
  return { dataDir, status, stdout, stderr }
}

const words = () => keyWordsOf(practice.key.identity).join(' ')

test('an empty machine is restored to a moment with the words alone', () => {
  const args = ['--at', wanted.replace('T', ' '), '--zone', 'Europe/Berlin', '--yes', '--without-ledger']
  const { dataDir, status, stdout, stderr } = restore('empty', words(), ...args)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/The state of .* \(Europe\/Berlin\), .* UTC:/)
  const places = findPostgresPaths(dataDir)
  const read = ['select text as last from letter order by number desc limit 1']
  expect(runAsSuperuser(places, places.cluster, read, { database: databaseName })).toEqual({ last: 'wanted' })
})

test('without --zone the zone that the archive names counts', () => {
  const { day, time } = wallClockOf(wanted, 'UTC')
  const { status, stderr } = restore('unknown', words(), '--at', `${day} ${time}`, '--yes', '--without-ledger')
  // The archive names Berlin as the zone of the practice. There, that minute is an hour or two earlier, before the first backup.
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("There's no backup before") })
})

test('no answer to the question changes nothing', () => {
  const { status, stderr } = restore('asked', words(), '--without-ledger')
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'Nothing was changed.\n' })
})
