import { statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The types of file systems in which Linux shows its own state: proc and sysfs. In Node, the creation of a folder in such a file system never
 * returns.
 */
const systemTypes = [0x9fa0, 0x62656572]

/**
 * Adds a sentence to `mistakes` if `path` cannot be a folder, because it or a part of it is a file or belongs to the system. A folder that does not
 * exist yet is fine.
 */
export function requirePossibleFolder(name: string, path: string, mistakes: string[]): void {
  const { file, folder } = existingPart(path)
  if (folder !== null && isOfSystem(folder))
    mistakes.push(`${name} must be a folder on a disk, but '${path}' is in a folder of the operating system.`)
  if (file !== null)
    mistakes.push(
      file === path
        ? `${name} must be a folder, but '${path}' is a file.`
        : `${name} must be a folder, not '${path}': '${file}' is a file.`,
    )
}

function isOfSystem(folder: string): boolean {
  try {
    return systemTypes.includes(statfsSync(folder).type)
  } catch {
    return false
  }
}

/** Returns the first existing part of `path`, from its end, as a file or as a folder. */
function existingPart(path: string): { file: string | null; folder: string | null } {
  for (let part = path; ; part = dirname(part)) {
    // A path below a file cannot exist. statSync then throws although `throwIfNoEntry` is off.
    const found = statOrNull(part)
    if (found) return found.isDirectory() ? { file: null, folder: part } : { file: part, folder: null }
    if (part === dirname(part)) return { file: null, folder: null }
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
