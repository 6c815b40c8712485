// Kills a backup and a restore after each of their steps; `npm test` only after every fourth step and the last one. A few files represent the
// database here; `kills.deep.test.ts` uses a real database.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runs } from '../../packages/contract/src/common/runs.testing.ts'
import { listBackups } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { openBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { restoreMarkerFile } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { markPractice } from '../../apps/server/src/platform/secrets/secrets.ts'
import { backUpStandIn, type StandInBackup } from './archives.testing.ts'
import {
  withFoldersRestored,
  createDataFolder,
  createHome,
  type DataFolder,
  forEachItem,
  practiceIn,
  previousFoldersOf,
  startOn,
} from './folders.testing.ts'
import { backupSteps, emptyFolderSteps, replaceSteps, runUntil } from './kills.testing.ts'
import { finishRestore, undoRestore } from './unpack.ts'

const stopped = () => {}
const tested = <Step>(steps: readonly Step[]) =>
  steps.filter((_, at) => at % runs(4, 1) === 0 || at === steps.length - 1)

let home: string
let backup: StandInBackup
beforeEach(async () => {
  home = createHome()
  backup = await backUpStandIn(createDataFolder(home, 'new'), join(home, 'new'))
})
afterEach(() => rmSync(home, { recursive: true }))

const restoreInto = (data: DataFolder) => ({
  name: 'unpack' as const,
  ...data,
  archive: backup.archive,
  words: backup.words,
})
const openAgain = (data: DataFolder) => (source: string) =>
  openBackup(source, { secretsDir: data.secretsDir, askWords: async () => backup.words })

test.for([
  ['over data', 'old', replaceSteps],
  ['into an empty folder', null, emptyFolderSteps],
] as const)(
  'after a restore %s that was killed at any step, the start refuses or has the new practice, and the restore can be finished and undone @slow',
  async ([, before, steps]) => {
    expect(await runUntil(restoreInto(createDataFolder(home, before)), null)).toEqual(steps)
    await forEachItem(tested(steps), async (step) => {
      const data = createDataFolder(home, before)
      expect(await runUntil(restoreInto(data), step)).toBeNull()
      const answer = await startOn(data)
      if (steps.indexOf(step) >= steps.indexOf('remove the marker')) return expect(answer, step).toBe('new')
      expect(answer, step).toMatch(/^A restore of \S+ into \S+ was interrupted\. .*-- --finish, .*-- --undo\. .*\.$/)
      for (const folder of previousFoldersOf(data)) expect(answer).toContain(folder)
      await withFoldersRestored(data, async () => {
        await finishRestore(data, openAgain(data), stopped)
        expect(await startOn(data), step).toBe('new')
        if (before) expect(previousFoldersOf(data).map(practiceIn)).toEqual([before])
      })
      await undoRestore(data, stopped)
      expect(await startOn(data), step).toBe(before ?? 'empty')
      expect(previousFoldersOf(data)).toEqual([])
    })
  },
)

test('a backup that was killed at any of its objects is not listed before the last one, and the next one is complete @slow', async () => {
  const first = createDataFolder(home, 'old')
  const whole = join(home, 'whole')
  mkdirSync(whole)
  expect(await runUntil({ name: 'send', ...first, archive: whole }, null)).toEqual(backupSteps)
  await forEachItem(tested(backupSteps), async (step) => {
    const data = createDataFolder(home, 'old')
    const archive = join(dirname(data.dataDir), 'backups')
    mkdirSync(archive)
    expect(await runUntil({ name: 'send', ...data, archive }, step)).toBeNull()
    expect(await startOn(data)).toBe('old')
    const isLast = step === backupSteps.at(-1)
    expect(await listBackups(new FolderStore(archive)), step).toHaveLength(isLast ? 1 : 0)
    const later = new Date(Date.now() + 60_000)
    const next = await backUpStandIn(data, archive, { at: later })
    const opened = await openBackup(archive, { secretsDir: home, askWords: async () => next.words })
    expect(opened.source).toBe(next.archive)
    const restored = join(dirname(data.dataDir), 'restored')
    mkdirSync(restored)
    await opened.unpackInto(restored)
    expect(practiceIn(restored), step).toBe('old')
  })
})

test('control: without its marker, a killed restore opens an empty practice or a mixture, and secrets of a practice prevent the empty one @slow', async () => {
  const withoutMarker = async (step: string) => {
    const data = createDataFolder(home, 'old')
    await runUntil(restoreInto(data), step)
    rmSync(join(data.dataDir, restoreMarkerFile))
    return data
  }
  expect(await startOn(await withoutMarker('put the files in place'))).toBe('a mixture')
  const data = await withoutMarker('move the previous database aside')
  expect(await startOn(data)).toBe('empty')
  markPractice(data.secretsDir)
  const refusal = await startOn(data)
  expect(refusal).toContain(`The secrets in ${data.secretsDir} belong to a practice, but there is no database`)
  expect(refusal).toContain(previousFoldersOf(data)[0])
})
