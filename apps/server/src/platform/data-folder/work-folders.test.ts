import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreMarkerFile } from './restore-marker.ts'
import { removeAbandonedWork, workFolderName } from './work-folders.ts'

let home: string
let dataDir: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-work-'))
  dataDir = join(home, 'data')
  mkdirSync(dataDir)
})
afterEach(() => rmSync(home, { recursive: true }))

const removeAbandoned = () => removeAbandonedWork(dataDir, join(dataDir, 'postgres'), [join(home, 'backups')])

/** Creates a folder with a file, as a backup or a restore does. */
function create(...path: string[]): string {
  const folder = join(home, ...path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'archive'), 'clinical data')
  return folder
}

/** Returns the name of the temporary folder of a process that was killed. */
async function nameOfKilled(kind: 'backup' | 'restore'): Promise<string> {
  const module = JSON.stringify(join(import.meta.dirname, 'work-folders.ts'))
  const script = `console.log((await import(${module})).workFolderName('${kind}')); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  return line.trim()
}

test('folders of killed backups and restores are removed, those of running ones are kept', async () => {
  const [backup, restore] = [await nameOfKilled('backup'), await nameOfKilled('restore')]
  const killed = [create('backups', backup), create(backup), create('data', restore)]
  const running = [create('backups', workFolderName('backup')), create('data', workFolderName('restore'))]
  const notes = await removeAbandoned()
  expect(notes).toHaveLength(killed.length)
  for (const path of killed) expect(notes).toContainEqual(expect.stringContaining(`Removed ${path}. An`))
  expect(killed.filter(existsSync)).toEqual([])
  expect(running.filter(existsSync)).toEqual(running)
})

test('a folder of an unknown process, or possibly of another data folder, is reported and kept', async () => {
  const killed = await nameOfKilled('backup')
  const elsewhere = killed.replace(/-[0-9a-f]{8}-/, '-00000000-')
  const kept = [
    create('.attune-restore-Xy12zA'),
    create('backups', '.attune-backup-Xy12zA'),
    create(elsewhere),
    create(await nameOfKilled('restore')),
  ]
  const notes = await removeAbandoned()
  for (const path of kept) expect(notes).toContainEqual(expect.stringContaining(`left clinical data in ${path}. If`))
  expect(kept.filter(existsSync)).toEqual(kept)
})

test('a symbolic link is neither followed nor removed, and one in a removed folder keeps its target', async () => {
  const target = create('elsewhere')
  symlinkSync(target, join(home, await nameOfKilled('backup')))
  const folder = create(await nameOfKilled('backup'))
  symlinkSync(target, join(folder, 'link'))
  expect(await removeAbandoned()).toHaveLength(1)
  expect(existsSync(folder)).toBe(false)
  expect(readdirSync(target)).toEqual(['archive'])
})

test('a draft of the marker of a killed restore is removed, a draft that is being written and other files are kept', async () => {
  const write = (name: string, ageSeconds: number) => {
    const path = join(dataDir, name)
    writeFileSync(path, '{}')
    const at = Date.now() / 1000 - ageSeconds
    utimesSync(path, at, at)
    return path
  }
  const abandoned = write(`${restoreMarkerFile}.draft-0123456789ab`, 120)
  const kept = [write(`${restoreMarkerFile}.draft-ba9876543210`, 1), write('last-backup.json', 120)]
  expect(await removeAbandoned()).toEqual([])
  expect([existsSync(abandoned), ...kept.map(existsSync)]).toEqual([false, true, true])
})
