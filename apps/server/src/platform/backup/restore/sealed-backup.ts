import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ObjectMissingError, type ObjectStore } from '../../object-store/object-store.ts'
import { StartError } from '../../process/start-error.ts'
import { sha256Of } from '../../secrets/sha256.ts'
import { label, requireLabel } from '../archive.ts'
import { countBytes } from '../count-bytes.ts'
import { backupKeysOf } from '../destination/layout.ts'
import { readLedgerCopies } from '../destination/ledger-copies.ts'
import { decryptWith } from '../encryption/age.ts'
import { type BackupFile, fileListName } from '../users-files.ts'
import type { OpenedBackup } from './open-backup.ts'
import { unpackStream } from './unpack-stream.ts'

/** A backup of a store: its name, the path for messages, and the text of its header. */
type Sealed = { name: string; source: string; words: string }

/** Returns the functions that unpack an encrypted backup with its private key `identity`. */
export function openSealed(
  store: ObjectStore,
  { name, source, words }: Sealed,
  identity: string,
): Omit<OpenedBackup, 'source' | 'at' | 'log'> {
  const keys = backupKeysOf(name)
  const failure = `${source} isn't a complete backup. Nothing was changed`
  const open = async (key: string): Promise<Readable> => {
    const stored = await store.get(key)
    try {
      return await decryptWith([identity], stored)
    } catch (cause) {
      stored.destroy()
      throw new StartError(`${failure}: ${key} can't be decrypted.`, { cause })
    }
  }
  return {
    async unpackInto(folder, part) {
      await unpackStream(await open(keys.archive), folder, failure)
      const at = requireLabel(folder, source, { format: 2, header: sha256Of(words) })
      const files = part === 'database' ? [] : readFileList(folder, source)
      for (const file of files) await writeFile(join(folder, file.path), file, () => open(file.key), failure)
      for (const entry of [label, fileListName]) rmSync(join(folder, entry))
      return at
    },
    async unpackSecrets(folder) {
      if (!(await store.head(keys.secrets))) return false
      await unpackStream(await open(keys.secrets), folder, failure)
      return true
    },
    ledgers: () => readLedgerCopies(store, identity),
  }
}

/** The paths that may occur in a list of files. */
const filePath = /^files\/(?:whole|thumbnails)\/[0-9a-z]{2}\/[0-9a-z][0-9a-z.-]*$/

function readFileList(folder: string, source: string): BackupFile[] {
  const files = JSON.parse(readFileSync(join(folder, fileListName), 'utf8')) as BackupFile[]
  const unsafe = files.find(({ path }) => !filePath.test(path))
  if (unsafe) throw new StartError(`The backup ${source} has a file that Attune doesn't unpack (${unsafe.path}).`)
  return files
}

async function writeFile(
  path: string,
  { key, size, sha256 }: BackupFile,
  open: () => Promise<Readable>,
  failure: string,
): Promise<void> {
  const hash = createHash('sha256')
  let bytes = 0
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const counter = countBytes(
      (count) => (bytes += count),
      (chunk) => void hash.update(chunk),
    )
    await pipeline(await open(), counter, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const what = cause instanceof ObjectMissingError ? 'is missing' : "can't be read"
    throw new StartError(`${failure}: its file ${key} ${what}.`, { cause })
  }
  if (bytes !== size || hash.digest('hex') !== sha256) throw new StartError(`${failure}: its file ${key} is damaged.`)
}
