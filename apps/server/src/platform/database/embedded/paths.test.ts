import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterPath, findPostgresPaths, clusterPointerFile } from './paths.ts'

const isRoot = process.getuid?.() === 0

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-places-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('below an accessible folder, the cluster is in the data folder, which only its owner may list', () => {
  const dataDir = join(tmpdir(), `attune-places-open-${process.pid}`)
  try {
    const { cluster, systemUser: identity, notes } = findPostgresPaths(dataDir)
    expect(cluster).toBe(join(dataDir, 'postgres'))
    expect(identity === null).toBe(!isRoot)
    expect(notes.filter((note) => note.startsWith('The database'))).toEqual([])
    expect(statSync(dataDir).mode & 0o067).toBe(0)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('below an inaccessible folder, root’s cluster is in a system folder that a file in the data folder names', () => {
  const dataDir = join(home, 'closed', 'data')
  mkdirSync(join(home, 'closed'), { mode: 0o700 })
  const first = findPostgresPaths(dataDir)
  expect(findPostgresPaths(dataDir)).toEqual(first)
  expect(clusterPath(dataDir)).toBe(first.cluster)
  expect(dirname(first.cluster) === dataDir).toBe(!isRoot)
  expect(first.notes.some((note) => note.includes(first.cluster))).toBe(isRoot)
  expect(isRoot ? readFileSync(join(dataDir, clusterPointerFile), 'utf8').trim() : first.cluster).toBe(first.cluster)

  rmSync(dataDir, { recursive: true })
  const second = findPostgresPaths(dataDir)
  expect(second.cluster === first.cluster).toBe(!isRoot)
  for (const { cluster } of [first, second]) rmSync(dirname(cluster), { recursive: true, force: true })
})
