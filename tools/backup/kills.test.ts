// Kills a backup and a restore after each of their steps. A folder represents the database here; `kills.deep.test.ts`
// uses a real one.
import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreMarkerFile } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { markPractice } from '../../apps/server/src/platform/secrets/secrets.ts'
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
import { pack } from './pack.ts'
import { finishRestore, undoRestore } from './unpack.ts'

const stopped = () => {}

let home: string
let archive: string
beforeEach(() => {
  home = createHome()
  archive = join(home, 'new.tar.gz')
  pack(createDataFolder(home, 'new'), archive, new Date(), stopped)
})
afterEach(() => rmSync(home, { recursive: true }))

const restoreInto = (data: DataFolder) => ({ name: 'unpack' as const, ...data, archive })

test.for([
  ['over data', 'old', replaceSteps],
  ['into an empty folder', null, emptyFolderSteps],
] as const)(
  'after a restore %s that was killed at any step, the start refuses or has the new practice, and the restore can be finished and undone',
  async ([, before, steps]) => {
    expect(await runUntil(restoreInto(createDataFolder(home, before)), null)).toEqual(steps)
    await forEachItem(steps, async (step) => {
      const data = createDataFolder(home, before)
      expect(await runUntil(restoreInto(data), step)).toBeNull()
      const answer = await startOn(data)
      if (steps.indexOf(step) >= steps.indexOf('remove the marker')) return expect(answer, step).toBe('new')
      expect(answer, step).toMatch(/^A restore of \S+ into \S+ was interrupted\. .*-- --finish, .*-- --undo\. .*\.$/)
      for (const folder of previousFoldersOf(data)) expect(answer).toContain(folder)
      await withFoldersRestored(data, async () => {
        finishRestore(data, stopped)
        expect(await startOn(data), step).toBe('new')
        if (before) expect(previousFoldersOf(data).map(practiceIn)).toEqual([before])
      })
      undoRestore(data, stopped)
      expect(await startOn(data), step).toBe(before ?? 'empty')
      expect(previousFoldersOf(data)).toEqual([])
    })
  },
)

test('after a backup that was killed at any step, the data is unchanged and the next start removes the temporary folder', async () => {
  const first = createDataFolder(home, 'old')
  expect(await runUntil({ name: 'pack', ...first, archive: join(home, 'old.tar.gz') }, null)).toEqual(backupSteps)
  await forEachItem(backupSteps, async (step) => {
    const data = createDataFolder(home, 'old')
    const target = join(dirname(data.dataDir), 'backups', 'old.tar.gz')
    expect(await runUntil({ name: 'pack', ...data, archive: target }, step)).toBeNull()
    expect(await startOn(data)).toBe('old')
    const isNamed = backupSteps.indexOf(step) >= backupSteps.indexOf('give the archive its name')
    expect(readdirSync(dirname(target)), step).toEqual(isNamed ? ['old.tar.gz'] : [])
  })
})

test('control: without its marker, a killed restore opens an empty practice or a mixture, and secrets of a practice prevent the empty one', async () => {
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
