import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts a process with the niceness `from`, which lowers its priority to the niceness `to`. Returns its niceness after that. */
function lowered(from: number, to: number): number {
  const url = new URL('./lower-priority.ts', import.meta.url).href
  const program = `import { getPriority, setPriority } from 'node:os'
    import { lowerPriority } from '${url}'
    setPriority(${from})
    lowerPriority(${to})
    console.log(getPriority())`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }))
}

test('a process with a higher priority gets the lower one', () => expect(lowered(16, 17)).toBe(17))

test('a process that was started with a lower priority keeps it', () => expect(lowered(18, 17)).toBe(18))
