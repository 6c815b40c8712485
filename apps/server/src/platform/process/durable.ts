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
 * Replaces a file, or creates it. After a power loss, the file contains either the whole old text or the whole new
 * text. Only the owner of the file may read it.
 */
export function replaceFileDurably(path: string, text: string): void {
  renameSync(writeDraft(path, text), path)
  syncFolder(dirname(path))
}

/**
 * Creates a file like `replaceFileDurably`, but never replaces one. Returns false if the file exists. If two processes create the same file at the
 * same time, only one succeeds, because creating a hard link is atomic.
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

/** Flushes the list of names in a folder to the disk. A rename or a removal in the folder then survives a power loss. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder.
  if (process.platform !== 'win32') syncPath(path)
}

/** Flushes a folder with all its files and folders to the disk. Does not follow symbolic links. */
export function syncTree(path: string): void {
  for (const name of readdirSync(path)) {
    const entry = lstatSync(join(path, name))
    if (entry.isDirectory()) syncTree(join(path, name))
    else if (entry.isFile()) syncPath(join(path, name))
  }
  syncFolder(path)
}

/** Flushes a file, or on other systems than Windows also a folder, to the disk. */
export function syncPath(path: string): void {
  // Windows flushes only files that are open for writing.
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
