import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from '../secrets/secrets.ts'
import {
  addLedgerCopy,
  hashOfErased,
  ledgerBytes,
  ledgerFile,
  openErasureLedger,
  readLedger,
  touchLedger,
} from './ledger.ts'
import { requireLedger } from './require-ledger.ts'

let folder: string
let other: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attune-ledger-'))
  other = mkdtempSync(join(tmpdir(), 'attune-ledger-'))
})
afterEach(() => [folder, other].forEach((path) => rmSync(path, { recursive: true })))

const path = () => join(folder, ledgerFile)
const at = (minute: number) => new Date(minute * 60_000)
const secrets = { ledgerKey: 'key of the test' }
const record = (dir: string, id: string, minute: number) =>
  openErasureLedger(dir, secrets, () => at(minute)).record([{ kind: 'account', id }])
const stateOf = (dir: string, id: string) =>
  readLedger(dir)?.erased.get(hashOfErased(secrets, { kind: 'account', id }))?.state

test('a line of the ledger has no id and only its owner can read the file', () => {
  const id = randomUUID()
  touchLedger(folder, at(0))
  record(folder, id, 1).confirm()
  const text = readFileSync(path(), 'utf8')
  expect(text).not.toContain(id)
  expect(
    text
      .trim()
      .split('\n')
      .map((line) => Object.keys(JSON.parse(line))),
  ).toEqual([['since'], ['erased', 'key', 'at'], ['done', 'at']])
  expect(statSync(path()).mode & 0o077).toBe(0)
  expect(stateOf(folder, id)).toBe('done')
})

test('the hash of an id differs by kind and by key', () => {
  const id = randomUUID()
  const hashes = [
    hashOfErased(secrets, { kind: 'account', id }),
    hashOfErased(secrets, { kind: 'connection', id }),
    hashOfErased({ ledgerKey: 'another key' }, { kind: 'account', id }),
  ]
  expect(new Set(hashes).size).toBe(3)
})

test('an erasure that was rolled back does not count, and a later one of the same thing does', () => {
  const id = randomUUID()
  record(folder, id, 1).withdraw()
  expect(stateOf(folder, id)).toBe('kept')
  record(folder, id, 2)
  expect(stateOf(folder, id)).toBe('begun')
})

test('a line that a power failure cut is left out, and the next one is readable', () => {
  const [first, cut, next] = [randomUUID(), randomUUID(), randomUUID()]
  record(folder, first, 1)
  const { size } = statSync(path())
  record(folder, cut, 2)
  truncateSync(path(), size + 20)
  record(folder, next, 3)
  expect([first, cut, next].map((id) => stateOf(folder, id))).toEqual(['begun', undefined, 'begun'])
})

test('a ledger with a changed line is not read', () => {
  record(folder, randomUUID(), 1)
  appendFileSync(path(), '{"erased"}\n')
  expect(() => readLedger(folder)).toThrow("can't read the list of erasures")
})

test('of two ledgers that differ, a restore uses the erasures of both', () => {
  const [both, here, there, kept] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  touchLedger(folder, at(0))
  record(folder, both, 1).confirm()
  const begun = record(folder, kept, 2)
  addLedgerCopy(other, ledgerBytes(folder) ?? Buffer.of())
  begun.withdraw()
  record(folder, here, 3)
  record(other, there, 4)
  addLedgerCopy(folder, ledgerBytes(other) ?? Buffer.of())
  expect([both, here, there, kept].map((id) => stateOf(folder, id))).toEqual(['done', 'begun', 'begun', 'kept'])
  expect(readLedger(folder)).toMatchObject({ since: at(0).toISOString(), asOf: at(4).toISOString() })
  // A second call adds nothing.
  const before = readFileSync(path(), 'utf8')
  addLedgerCopy(folder, ledgerBytes(other) ?? Buffer.of())
  expect(readFileSync(path(), 'utf8')).toBe(before)
})

test('between two ledgers that do not meet, erasures may be missing, so the later one counts', () => {
  touchLedger(folder, at(0))
  touchLedger(other, at(30))
  addLedgerCopy(folder, ledgerBytes(other) ?? Buffer.of())
  expect(readLedger(folder)?.since).toBe(at(30).toISOString())
})

test('a file that is no copy of the ledger is refused', () => {
  expect(() => addLedgerCopy(folder, Buffer.from('{"app":"attune"}'))).toThrow("can't read the copy")
  expect(() => addLedgerCopy(folder, Buffer.from('text'))).toThrow("isn't a copy")
})

test('a restore stops without a ledger', () => {
  expect(() => requireLedger(folder, at(0))).toThrow(/There's no list of erased data.*--ledger FILE.*--without-ledger/)
})

test('a restore stops if the ledger begins after the backup', () => {
  touchLedger(folder, at(30))
  expect(() => requireLedger(folder, at(0))).toThrow(/begins \S+, after the backup.*--without-ledger/)
})

test('a restore stops if the ledger is older than the backup', () => {
  touchLedger(folder, at(0))
  expect(() => requireLedger(folder, at(30))).toThrow(/is of \S+, older than the backup.*--without-ledger/)
})

test('a restore stops if entries of the ledger were made with other secrets', () => {
  touchLedger(folder, at(0))
  record(folder, randomUUID(), 30)
  expect(() => requireLedger(folder, at(20))).toThrow(/has entries that were made with other secrets \(1\)/)
})

test('a restore goes on if the ledger covers the time since the backup, also if the last minutes could not be noted', () => {
  touchLedger(folder, at(0))
  openErasureLedger(folder, loadSecrets(folder).secrets, () => at(20)).record([{ kind: 'account', id: randomUUID() }])
  for (const minute of [0, 29]) expect(() => requireLedger(folder, at(minute))).not.toThrow()
})

test('a damaged note about how far the ledger is complete stops a restore', () => {
  touchLedger(folder, at(0))
  writeFileSync(join(folder, 'erasures-as-of.json'), '{"asOf"}')
  expect(() => requireLedger(folder, at(0))).toThrow("can't read the list of erasures")
})
