import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { openDataFolder } from './data-folder.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-data-folder-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const open = (secretsDir: string) => {
  const dataDir = join(home, 'data')
  return openDataFolder({ databaseUrl: null, dataDir, secretsDir }, [], join(dataDir, 'backups'))
}
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('a folder with other folders, such as /etc, is refused for the secrets and keeps its mode', async () => {
  const shared = join(home, 'etc')
  mkdirSync(join(shared, 'nginx'), { recursive: true })
  chmodSync(shared, 0o755)
  const start = open(shared)
  await expect(start).rejects.toBeInstanceOf(StartError)
  await expect(start).rejects.toThrow(`'${shared}' contains the folder 'nginx'`)
  expect(modeOf(shared)).toBe('755')
})

test('a folder of its own, such as a disk, holds the secrets for its owner alone, also at the second start', async () => {
  const disk = join(home, 'disk')
  mkdirSync(join(disk, 'lost+found'), { recursive: true })
  expect(await open(disk)).toMatchObject({ isNew: true })
  expect(modeOf(disk)).toBe('700')
  expect(await open(disk)).toMatchObject({ isNew: false })
})
