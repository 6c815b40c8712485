import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Writes a file that is complete after a loss of power: the old text or the new one, never a part. Only its owner may read the file.
 * Replaces an existing file.
 */
export function replaceFileDurably(path: string, text: string): void {
  renameSync(writeDraft(path, text), path)
  syncFolder(dirname(path))
}

/**
 * Writes a file as `replaceFileDurably` does, unless it exists, and returns whether it did. A hard link is atomic and never replaces a file:
 * if two processes write at the same time, one creates the file.
 */
export function createFileDurably(path: string, text: string): boolean {
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(dirname(path))
  return true
}

/** Writes the names in a folder to the disk, so that a rename or a removal survives a loss of power. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder.
  if (process.platform !== 'win32') syncPath(path)
}

/** Writes a folder with all its files and folders to the disk. Does not follow symbolic links. */
export function syncTree(path: string): void {
  for (const name of readdirSync(path)) {
    const entry = lstatSync(join(path, name))
    if (entry.isDirectory()) syncTree(join(path, name))
    else if (entry.isFile()) syncPath(join(path, name))
  }
  syncFolder(path)
}

/** Writes a file to the disk. */
export function syncPath(path: string): void {
  // Windows syncs only files that are open for writing.
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.draft-${randomBytes(6).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}
