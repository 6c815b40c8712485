import {
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterPath, findPostgresPaths, clusterPointerFile, requireOwnCluster } from './paths.ts'

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

/** Creates the few files and folders of a cluster that the check of the owner reads. */
function makeCluster(dataDir: string): string {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(join(cluster, 'global'), { recursive: true, mode: 0o700 })
  writeFileSync(join(cluster, 'PG_VERSION'), '18')
  writeFileSync(join(cluster, 'global', 'pg_control'), '')
  return cluster
}

test.runIf(isRoot)(
  'a database that root has copied is given to the system user of Postgres, and a message says so',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'attune-places-copied-'))
    try {
      const cluster = makeCluster(dataDir)
      const { systemUser, notes } = findPostgresPaths(dataDir)
      expect(notes).toContainEqual(
        expect.stringContaining(`The database in ${cluster} belonged to the system user root`),
      )
      for (const entry of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
        expect(statSync(join(cluster, entry)).uid).toBe(systemUser?.uid)
      lchownSync(join(cluster, 'global', 'pg_control'), 0, 0)
      expect(findPostgresPaths(dataDir).notes).toHaveLength(notes.length)
      expect(statSync(join(cluster, 'global', 'pg_control')).uid).toBe(systemUser?.uid)
      expect(findPostgresPaths(dataDir).notes.some((note) => note.includes('belonged'))).toBe(false)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  },
)

test.runIf(isRoot)(
  'a database in a folder that the system user of Postgres cannot enter is reported with a remedy',
  () => {
    mkdirSync(join(home, 'closed'), { mode: 0o700 })
    const dataDir = join(home, 'closed', 'data')
    makeCluster(dataDir)
    expect(() => findPostgresPaths(dataDir)).toThrow(`who cannot enter ${dataDir}; move the data folder`)
  },
)

test.runIf(isRoot)(
  'without root, a data folder or database of another system user is reported with the command that corrects it',
  () => {
    const cluster = makeCluster(home)
    expect(() => requireOwnCluster(home, 4711)).toThrow(
      `${home} belongs to the system user root, but Attune runs as 4711; run: sudo chown -R 4711 ${home}`,
    )
    chownSync(home, 4711, 4711)
    expect(() => requireOwnCluster(home, 4711)).toThrow(`${cluster} belongs to the system user root`)
    for (const entry of readdirSync(home, { recursive: true, encoding: 'utf8' }))
      chownSync(join(home, entry), 4711, 4711)
    expect(() => requireOwnCluster(home, 4711)).not.toThrow()
  },
)
