import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { replaceFileDurably } from '../process/durable.ts'
import { sha256OfFile } from '../secrets/sha256.ts'
import { fileKeyOf } from './destination/layout.ts'

/** A user's file in a backup. Each is a separate object, because it never changes and all backups share it. */
export type BackupFile = {
  /** The path in the data folder, with `/` as the separator. */
  path: string
  size: number
  sha256: string
  /** The key of its object. */
  key: string
}

/** The folders of the data folder whose files never change and have ids as names. */
export const fileFolders = [join('files', 'whole'), join('files', 'thumbnails')]

/** The name of the entry of an archive with the list of the users' files. */
export const fileListName = 'files.json'

/** The name of a file in the data folder with the hashes of the users' files. With it, each file is read once and not for every backup. */
export const fileHashesFile = 'backup-files.json'
type Hashes = Record<string, { size: number; changed: number; sha256: string }>

/**
 * Returns the users' files below `folder`, which has the structure of a data folder, with their hashes. Takes the hashes of files that have not
 * changed since the last backup from the data folder, and stores all hashes there.
 */
export async function listUsersFiles(
  dataDir: string,
  folder: string,
  recipients: readonly string[],
): Promise<BackupFile[]> {
  const known = readHashes(dataDir)
  const hashes: Hashes = {}
  for (const path of fileFolders.flatMap((each) => filesBelow(join(folder, each)))) {
    const { size, mtimeMs: changed } = statSync(path)
    const name = relative(folder, path).split(sep).join('/')
    const found = known[name]
    hashes[name] =
      found?.size === size && found.changed === changed ? found : { size, changed, sha256: await sha256OfFile(path) }
  }
  replaceFileDurably(join(dataDir, fileHashesFile), JSON.stringify(hashes))
  return Object.entries(hashes).map(([path, { size, sha256 }]) => {
    const key = fileKeyOf(path.slice(path.lastIndexOf('/') + 1), recipients)
    return { path, size, sha256, key }
  })
}

function filesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Returns the stored hashes by path; none if the file cannot be read, so that all hashes are computed again. */
function readHashes(dataDir: string): Hashes {
  try {
    return JSON.parse(readFileSync(join(dataDir, fileHashesFile), 'utf8')) as Hashes
  } catch {
    return {}
  }
}
