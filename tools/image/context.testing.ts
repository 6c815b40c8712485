import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Reads the file .dockerignore of a clone, which selects the files of the build. As in Docker, the last pattern that matches the path or a folder
 * above it decides.
 */
export function openContext(clone: string) {
  const lines = readFileSync(join(clone, '.dockerignore'), 'utf8').split('\n')
  const patterns = lines.filter((line) => line && !line.startsWith('#')).map(readPattern)
  const isIgnored = (path: string) => patterns.findLast(({ matches }) => matches.test(path))?.ignores ?? false
  const mayContain = (path: string) => patterns.some(({ ignores, text }) => !ignores && text.startsWith(`${path}/`))
  const list = (folder: string): string[] =>
    readdirSync(join(clone, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) return isIgnored(path) && !mayContain(path) ? [] : list(path)
      return isIgnored(path) ? [] : [path]
    })
  return {
    /** Returns the files of the build at or below `source`; `.` is the whole build. */
    files(source: string): string[] {
      const found = source === '.' ? list('') : statSync(join(clone, source)).isDirectory() ? list(source) : [source]
      if (found.length === 0 || found.some(isIgnored)) throw new Error(`.dockerignore keeps ${source} out of the image`)
      return found
    },
  }
}

function readPattern(line: string) {
  const ignores = !line.startsWith('!')
  const text = ignores ? line : line.slice(1)
  const source = text
    .replace(/[.+^$()|[\]{}]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'))
  return { ignores, text, matches: new RegExp(`^${source}(/|$)`) }
}

/** Copies a file and creates the folders above it. */
export function copyInto(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

/** Copies a folder of installed packages. If `linked`, files become hard links, which takes a tenth of the time; no caller may change such a file. */
export function copyPackages(from: string, to: string, linked: boolean): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) copyPackages(source, target, linked)
    else if (linked) linkSync(source, target)
    else copyFileSync(source, target)
  }
}
