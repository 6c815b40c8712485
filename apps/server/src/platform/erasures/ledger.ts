import { createHmac } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Secrets } from '../secrets/secrets.ts'
import { createFileDurably, replaceFileDurably } from '../process/durable.ts'
import { StartError } from '../process/start-error.ts'
import { formatLedger, formatLine, type LedgerContent, mergeLedgers, parseLedger } from './ledger.lines.ts'

/** The kinds of items that can be erased permanently. */
export const erasedKinds = ['account', 'connection', 'journal-entry', 'document', 'record'] as const
export type ErasedKind = (typeof erasedKinds)[number]
export type Erased = { kind: ErasedKind; id: string }

/** An erasure as all servers of the practice see it in the database. `at` is in ISO 8601. */
export type SharedErasure = { hash: string; key: string; at: string }

/** Erasures whose lines are on the disk. */
export type RecordedErasure = {
  /** The hashes of the erased items. */
  hashes: readonly string[]
  /** The name of the key of the hashes. */
  key: string
  /** The time in the lines, in ISO 8601. */
  at: string
  /** Records that the erasure was committed. */
  confirm(): void
  /** Records that the erasure was rolled back. */
  withdraw(): void
}

/**
 * The ledger of erasures: a file in the secrets folder, which no backup of the data contains. After a restore, it identifies the items that must be
 * erased again. A running server only appends lines; `addLedgerCopy` replaces the file.
 */
export type ErasureLedger = {
  /** Records that items are about to be erased. Returns after the lines are on the disk; the caller commits only then. */
  record(erased: readonly Erased[]): RecordedErasure
}

/** The name of the ledger in the secrets folder. */
export const ledgerFile = 'erasures.jsonl'
/** The name of the file beside the ledger with the time up to which the ledger is known to be complete. */
const asOfFile = 'erasures-as-of.json'

type LedgerKey = Pick<Secrets, 'ledgerKey'>

/** Returns the keyed hash of an erased item. Without the key, it is impossible to test whether an id is in the ledger. */
export const hashOfErased = ({ ledgerKey }: LedgerKey, { kind, id }: Erased): string =>
  createHmac('sha256', ledgerKey).update(`erased ${kind} ${id.toLowerCase()}`).digest('base64url')

/** Returns a name of the key that does not reveal the key. */
export const nameOfKey = ({ ledgerKey }: LedgerKey): string =>
  createHmac('sha256', ledgerKey).update('name of the key').digest('base64url').slice(0, 8)

export function openErasureLedger(
  secretsDir: string,
  secrets: LedgerKey,
  now: () => Date = () => new Date(),
): ErasureLedger {
  const key = nameOfKey(secrets)
  return {
    record(erased) {
      const at = now().toISOString()
      const hashes = erased.map((one) => hashOfErased(secrets, one))
      append(secretsDir, hashes.map((hash) => formatLine({ erased: hash, key, at })).join(''))
      return {
        hashes,
        key,
        at,
        confirm: () => append(secretsDir, hashes.map((hash) => formatLine({ done: hash, at })).join('')),
        withdraw: () =>
          withdrawErasures(
            secretsDir,
            hashes.map((hash) => ({ hash, at })),
          ),
      }
    },
  }
}

/** Records that erasures were rolled back. Each is identified by its hash and the time of its line. */
export function withdrawErasures(secretsDir: string, erasures: readonly { hash: string; at: string }[]): void {
  if (erasures.length) append(secretsDir, erasures.map(({ hash, at }) => formatLine({ kept: hash, at })).join(''))
}

/** Creates the ledger if there is none, and records that it is complete up to `at`. */
export const touchLedger = (secretsDir: string, at: Date): void => addErasures(secretsDir, [], at)

/**
 * Adds the erasures that the ledger lacks, and records that it is complete up to `at`. Creates the ledger if there is none. A running server calls
 * this every minute with the latest erasures of all servers.
 */
export function addErasures(secretsDir: string, erasures: readonly SharedErasure[], at: Date): void {
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  createFileDurably(join(secretsDir, ledgerFile), formatLine({ since: at.toISOString() }))
  const known = erasures.length ? readLedger(secretsDir)?.erased : undefined
  const lines = erasures.flatMap(({ hash, key, at: moment }) => {
    const entry = known?.get(hash)
    if (entry && (entry.at > moment || (entry.at === moment && entry.state === 'done'))) return []
    return [formatLine({ erased: hash, key, at: moment }), formatLine({ done: hash, at: moment })]
  })
  if (lines.length) append(secretsDir, lines.join(''))
  replaceFileDurably(join(secretsDir, asOfFile), formatLine({ asOf: at.toISOString() }))
}

/** Returns the ledger in the secrets folder; null if there is none. Throws a StartError if it is damaged. */
export function readLedger(secretsDir: string): LedgerContent | null {
  const path = join(secretsDir, ledgerFile)
  if (!existsSync(path)) return null
  try {
    const content = parseLedger(readFileSync(path, 'utf8'))
    const asOf = join(secretsDir, asOfFile)
    if (!existsSync(asOf)) return content
    return mergeLedgers(content, { ...parseLedger(readFileSync(asOf, 'utf8')), since: content.since })
  } catch (cause) {
    throw new StartError(`Attune can't read the list of erasures in ${path}. Put your copy of it there.`, { cause })
  }
}

/** Returns the ledger as bytes, for a copy outside this machine; null if there is none. */
export function ledgerBytes(secretsDir: string): Buffer | null {
  const content = readLedger(secretsDir)
  return content && Buffer.from(formatLedger(content))
}

/**
 * Merges a copy of the ledger, as `ledgerBytes` returns it, into the ledger in the secrets folder. Each of the two may contain erasures that the
 * other lacks. Throws a StartError if the copy is damaged or is not a ledger.
 */
export function addLedgerCopy(secretsDir: string, bytes: Buffer): void {
  let copy: LedgerContent
  try {
    copy = parseLedger(bytes.toString('utf8'))
  } catch (cause) {
    throw new StartError("Attune can't read the copy of the list of erasures.", { cause })
  }
  if (copy.since === null) throw new StartError("This file isn't a copy of the list of erasures.")
  const own = readLedger(secretsDir)
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  replaceFileDurably(join(secretsDir, ledgerFile), formatLedger(own ? mergeLedgers(own, copy) : copy))
}

function append(secretsDir: string, lines: string): void {
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  const file = openSync(join(secretsDir, ledgerFile), 'a+', 0o600)
  try {
    // If a power failure cut the last line, the new one starts on its own line.
    writeSync(file, (endsWithLine(file) ? '' : '\n') + lines)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function endsWithLine(file: number): boolean {
  const { size } = fstatSync(file)
  if (size === 0) return true
  const last = Buffer.alloc(1)
  readSync(file, last, 0, 1, size - 1)
  return last.toString() === '\n'
}
