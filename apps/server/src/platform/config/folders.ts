import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Adds a sentence to `mistakes` if `path` cannot be a folder, because it or a part of it is a file. A folder that does not exist yet is fine.
 */
export function requirePossibleFolder(name: string, path: string, mistakes: string[]): void {
  const file = fileIn(path)
  if (file !== null)
    mistakes.push(
      file === path
        ? `${name} must be a folder, but '${path}' is a file.`
        : `${name} must be a folder, not '${path}': '${file}' is a file.`,
    )
}

/** Returns the first existing part of `path`, from its end, if it is not a folder; otherwise null. */
function fileIn(path: string): string | null {
  for (let part = path; ; part = dirname(part)) {
    // A path below a file exists for no one: statSync then throws although `throwIfNoEntry` is off.
    const found = statOrNull(part)
    if (found) return found.isDirectory() ? null : part
    if (part === dirname(part)) return null
  }
}

function statOrNull(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
