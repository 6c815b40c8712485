import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the programs that are not in the PATH of this machine. */
export const missingPrograms = <Name extends string>(names: readonly Name[]): Name[] =>
  names.filter((name) => !(process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, name))))

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the load balancer that some drills need, if this machine lacks it. */
export const missingBalancer = () => missingPrograms(['haproxy'])

/**
 * Installs the Debian packages with the programs that `missing` returns; each package has the name of its program. Returns the reason in words if a
 * program is still missing.
 */
export async function installPrograms(missing: () => string[], say: (line: string) => void): Promise<string | null> {
  if (missing().length === 0) return null
  const names = missing().join(' and ')
  if (process.geteuid?.() !== 0)
    return `${names} must be installed (Debian: apt-get install ${missing().join(' ')}), which only root may do`
  say(`installing ${names}`)
  try {
    await promisify(execFile)('apt-get', ['install', '--yes', '--no-install-recommends', ...missing()])
  } catch {
    return `apt-get could not install ${names}; the drill needs them in the PATH`
  }
  const left = missing()
  return left.length > 0 ? `${left.join(' and ')} is still not in the PATH after the installation` : null
}
