import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../setup/steps.mjs'

/** The limit for all installed packages together, in megabytes of 1,000,000 bytes. */
export const installLimit = 1_000

/**
 * Returns the space that the packages of a lock file need on the disk, in megabytes: of all together, and of each, largest first. A file that has
 * several names counts once.
 */
export function installSize(folder = root) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const paths = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link && existsSync(join(folder, path)))
    .map(([path]) => path)
  const roots = new Set(paths.map((path) => join(folder, path)))
  const seen = new Set()
  const sizes = paths.map((path) => ({ path, megabytes: spaceOf(join(folder, path), roots, seen) / 1e6 }))
  return {
    megabytes: sizes.reduce((sum, { megabytes }) => sum + megabytes, 0),
    largest: sizes.toSorted((a, b) => b.megabytes - a.megabytes),
  }
}

/** Returns the bytes that a folder needs on the disk, without the packages in it, whose folders are `roots`. */
function spaceOf(folder, roots, seen) {
  let sum = bytesOf(folder, seen)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) sum += bytesOf(path, seen)
    else if (!roots.has(path)) sum += spaceOf(path, roots, seen)
  }
  return sum
}

function bytesOf(path, seen) {
  const { blocks, size, ino } = lstatSync(path)
  if (seen.has(ino)) return 0
  seen.add(ino)
  // Windows reports no number of blocks.
  return blocks === undefined ? size : blocks * 512
}
