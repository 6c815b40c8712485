import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BackupProgress, progressFile, readBackupProgress, withBackupLock } from './progress.ts'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'attune-progress-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const at = new Date()
const killed = () =>
  JSON.stringify({ owner: 'killed-by-1', startedAt: at.toISOString(), phase: 'send', done: 1, total: 2 })

test('a running backup can be followed by its phase and bytes, and afterwards there is none', async () => {
  const seen: (BackupProgress | null)[] = []
  const result = await withBackupLock(dir, at, async (report) => {
    report.phase('send', 10)
    report.add(4)
    seen.push(readBackupProgress(dir))
    return 'made'
  })
  expect(result).toBe('made')
  expect(seen).toEqual([{ startedAt: at.toISOString(), phase: 'send', done: expect.any(Number), total: 10 }])
  expect(readBackupProgress(dir)).toBeNull()
})

test('a second backup is refused while the first one runs, and may follow it', async () => {
  await withBackupLock(dir, at, async () => {
    await expect(withBackupLock(dir, at, async () => 'second')).rejects.toThrow(/already running/)
  })
  expect(await withBackupLock(dir, at, async () => 'second')).toBe('second')
})

test('a backup that fails leaves the way free', async () => {
  await expect(
    withBackupLock(dir, at, async () => {
      throw new Error('the disk is gone')
    }),
  ).rejects.toThrow('the disk is gone')
  expect(existsSync(join(dir, progressFile))).toBe(false)
})

test('the file of a backup of an unknown machine keeps the next one out for three hours', async () => {
  const path = join(dir, progressFile)
  writeFileSync(path, killed())
  await expect(withBackupLock(dir, at, async () => 'next')).rejects.toThrow(/already running/)
  const old = Date.now() / 1000 - 4 * 3_600
  utimesSync(path, old, old)
  expect(readBackupProgress(dir)).toBeNull()
  expect(await withBackupLock(dir, at, async () => 'next')).toBe('next')
})

test('the file of a killed backup does not keep the next one out', async () => {
  await withBackupLock(dir, at, async () => {
    const { owner } = JSON.parse(readFileSync(join(dir, progressFile), 'utf8')) as { owner: string }
    writeFileSync(join(dir, progressFile), killed().replace('killed-by-1', owner.replace(/-\d+-\d+$/, '-1-1')))
    expect(readBackupProgress(dir)).toBeNull()
    expect(await withBackupLock(dir, at, async () => 'next')).toBe('next')
  })
})
