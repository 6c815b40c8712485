import { execFileSync } from 'node:child_process'

/**
 * Returns the system calls of a summary of `strace -c` that a SystemCallFilter of systemd refuses, separated by commas. `filter` names sets, such as
 * `@system-service`.
 */
export function callsOutsideFilter(summary: string, filter: string): string {
  const sets = readSets()
  const permitted = new Set(filter.split(' ').flatMap((name) => callsOf(name, sets)))
  const used = Array.from(
    summary.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+\d+(?:\s+\d+)?\s+(\w+)$/gm),
    ([, name = '']) => name,
  )
  if (used.length === 0) throw new Error('strace counted no system call')
  return used.filter((name) => name !== 'total' && !permitted.has(name)).join(', ')
}

/** Returns the sets of system calls of the installed systemd, by name. A set can contain other sets. */
function readSets(): Map<string, string[]> {
  const text = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8', stdio: 'pipe' })
  const sets = new Map<string, string[]>()
  let current: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('@')) sets.set(line.trim(), (current = []))
    else if (/^ {4}[@a-z_0-9-]+$/.test(line)) current.push(line.trim())
  }
  return sets
}

const callsOf = (name: string, sets: Map<string, string[]>): string[] =>
  name.startsWith('@') ? (sets.get(name) ?? []).flatMap((inner) => callsOf(inner, sets)) : [name]
