import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { bech32 } from '@scure/base'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { Decrypter } from 'age-encryption'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderStore } from '../../object-store/folder-store.ts'
import { createAgeKey } from '../encryption/age.ts'
import { keyWordsOf } from '../encryption/words.ts'
import { listUsersFiles } from '../users-files.ts'
import { backupKeysOf, backupTime, listBackups, readHeader } from './layout.ts'
import { readMark } from './mark.ts'
import { pruneBackups } from './prune.ts'
import { sendBackup } from './send.ts'
import { putVerified } from './verified-put.ts'

let home = ''
let store = new FolderStore('')
const dataDir = () => join(home, 'data')
const { recipient } = await createAgeKey()
const { recipient: other } = await createAgeKey()

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-send-'))
  store = new FolderStore(join(home, 'store'))
  for (const path of ['data/files/whole/aa', 'store']) mkdirSync(join(home, path), { recursive: true })
  writeFileSync(join(home, 'archive'), 'archive')
  addFile('aa1')
})
afterEach(() => rmSync(home, { recursive: true }))

const pathOf = (name: string) => join(dataDir(), 'files/whole/aa', name)
const addFile = (name: string) => writeFileSync(pathOf(name), `content of ${name}`)
const begun = Math.floor(Date.now() / 1000) * 1000
const day = (number: number) => new Date(begun + number * 24 * 3_600_000)

async function send(at: Date, to = recipient, into = store): Promise<string[]> {
  const put: string[] = []
  const recorded = Object.assign(Object.create(into) as FolderStore, {
    head: (key: string) => into.head(key),
    list: (prefix: string) => into.list(prefix),
    get: (key: string) => into.get(key),
    delete: (key: string) => into.delete(key),
    put: (key: string, body: Readable) => {
      put.push(key)
      return into.put(key, body)
    },
  })
  const files = await listUsersFiles(dataDir(), dataDir(), [to])
  const packed = { archive: join(home, 'archive'), files, folder: dataDir(), header: '{}' }
  await sendBackup(recorded, { ...packed, name: backupTime(at), recipients: [to], secretsDir: null })
  return put
}

const storedFiles = async () => (await store.list('files/')).map(({ key }) => key.replace(/\.[0-9a-f]{8}\.age$/, ''))

/** Makes all objects of the store older than a day. */
async function age(): Promise<void> {
  const old = begun / 1000 - 2 * 24 * 3_600
  for (const { key } of await store.list('')) utimesSync(join(home, 'store', key), old, old)
}

test('a user’s file is stored once for all backups, and again for a new key', async () => {
  const isFile = (key: string) => key.startsWith('files/')
  expect((await send(day(0))).filter(isFile)).toHaveLength(1)
  addFile('aa2')
  expect((await send(day(1))).filter(isFile)).toEqual([expect.stringMatching(/^files\/aa\/aa2\.[0-9a-f]{8}\.age$/)])
  expect((await send(day(2))).filter(isFile)).toEqual([])
  expect((await send(day(3), other)).filter(isFile)).toHaveLength(2)
})

test('the header is the last object, and a file that is not whole at the destination is stored again', async () => {
  const keys = backupKeysOf(backupTime(day(0)))
  expect((await send(day(0))).at(-1)).toBe(keys.header)
  const [file] = await store.list('files/')
  await store.put(file?.key ?? '', Readable.from([Buffer.from('cut')]))
  expect(await send(day(1))).toContain(file?.key)
})

test('two backups of the same second are refused', async () => {
  await send(day(0))
  await expect(send(day(0))).rejects.toThrow(/already a backup/)
})

test('a file is deleted with the last backup that names it', async () => {
  await send(day(0))
  addFile('aa2')
  rmSync(pathOf('aa1'))
  await send(day(1))
  await send(day(2))
  await age()
  const keepFrom = (first: number) => () => new Set([0, 1, 2].filter((n) => n >= first).map((n) => day(n).getTime()))
  await pruneBackups(store, keepFrom(0), day(2))
  expect(await storedFiles()).toEqual(['files/aa/aa1', 'files/aa/aa2'])
  await pruneBackups(store, keepFrom(1), day(2))
  expect(await listBackups(store)).toEqual([backupTime(day(1)), backupTime(day(2))])
  expect(await storedFiles()).toEqual(['files/aa/aa2'])
})

test('while the list of a backup cannot be read, no file is deleted', async () => {
  await send(day(0))
  rmSync(pathOf('aa1'))
  addFile('aa2')
  await send(day(1))
  await age()
  await store.delete(backupKeysOf(backupTime(day(1))).list)
  await pruneBackups(store, () => new Set([day(1).getTime()]), day(2))
  expect(await storedFiles()).toEqual(['files/aa/aa1', 'files/aa/aa2'])
})

test('what a killed backup left is deleted after a day, and objects of others stay', async () => {
  await send(day(0))
  const killed = backupKeysOf(backupTime(day(1)))
  const others = ['ledger/1', 'log/1', 'database/notes.txt']
  for (const key of [killed.archive, killed.secrets, 'files/zz/zz1.12345678.age', ...others])
    await store.put(key, Readable.from([Buffer.from('x')]))
  const keepAll = () => new Set([day(0).getTime()])
  const before = await store.list('')
  await pruneBackups(store, keepAll, new Date())
  expect(await store.list('')).toEqual(before)
  await age()
  await pruneBackups(store, keepAll, new Date())
  const left = (await store.list('')).map(({ key }) => key)
  expect(left).toEqual(expect.arrayContaining(others))
  expect(left).not.toContain(killed.archive)
  expect(left).not.toContain(killed.secrets)
  expect(await storedFiles()).toEqual(['files/aa/aa1'])
})

test('a store that confirms an object and keeps nothing, or something else, is noticed', async () => {
  for (const keeps of [[], [Buffer.from('else')]]) {
    const lying = Object.assign(new FolderStore(join(home, 'store')), {
      put: async (key: string, body: Readable) => {
        await buffer(body)
        if (keeps.length > 0) await store.put(key, Readable.from(keeps))
      },
    })
    await expect(putVerified(lying, 'database/1', Readable.from([Buffer.from('x')]))).rejects.toThrow(
      /no object database|didn't keep/,
    )
    expect(await store.head('database/1')).toBeNull()
  }
})

test('a disk that fills up while an object is written leaves no backup', async () => {
  const full = Object.assign(new FolderStore(join(home, 'store')), {
    put: async (key: string, body: Readable) => {
      if (key.startsWith('database/')) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
      await store.put(key, body)
    },
  })
  await expect(send(day(0), recipient, full)).rejects.toThrow('ENOSPC')
  expect(await listBackups(store)).toEqual([])
})

test('a stranger opens the archive and a file with the printed words, the package of age and tar, without Attune', async () => {
  mkdirSync(join(home, 'postgres'))
  writeFileSync(join(home, 'postgres', 'PG_VERSION'), '18')
  const { identity, recipient: printed } = await createAgeKey()
  const words = keyWordsOf(identity).join(' ')
  const files = await listUsersFiles(dataDir(), dataDir(), [printed])
  writeFileSync(join(home, 'files.json'), JSON.stringify(files))
  const entries = ['-C', home, 'files.json', 'postgres']
  expect(spawnSync('tar', ['-czf', join(home, 'archive'), ...entries]).status).toBe(0)
  await send(day(0), printed)

  const decrypter = new Decrypter()
  decrypter.addIdentity(bech32.encodeFromBytes('age-secret-key-', mnemonicToEntropy(words, wordlist)).toUpperCase())
  const read = (key: string) => readFileSync(join(home, 'store', key))
  const there = join(home, 'by-a-stranger')
  mkdirSync(there)
  writeFileSync(join(home, 'plain'), await decrypter.decrypt(read(backupKeysOf(backupTime(day(0))).archive)))
  expect(spawnSync('tar', ['-xzf', join(home, 'plain'), '-C', there]).status).toBe(0)
  expect(readFileSync(join(there, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18')
  const [file] = JSON.parse(readFileSync(join(there, 'files.json'), 'utf8')) as { path: string; key: string }[]
  expect(file?.path).toBe('files/whole/aa/aa1')
  expect(await decrypter.decrypt(read(file?.key ?? ''), 'text')).toBe('content of aa1')
})

test('a header or a mark that is too large is not one of Attune, and is not read to its end', async () => {
  const name = backupTime(day(0))
  let sent = 0
  const endless = () =>
    Readable.from(
      (function* () {
        while (true) {
          sent += 1_000
          yield Buffer.alloc(1_000, ' ')
        }
      })(),
    )
  const foreign = Object.assign(Object.create(store) as FolderStore, { get: async () => endless() })
  await expect(readHeader(foreign, name)).rejects.toThrow(`The backup ${name} isn't a backup of Attune.`)
  await expect(readMark(foreign)).rejects.toThrow("isn't a mark of this version")
  expect(sent).toBeLessThan(1_000_000)
})
