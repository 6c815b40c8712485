import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DrillOutcome } from './outcome.ts'

type Counted = {
  connections: number
  withoutRoute: number
  answered: number
  acknowledged: number
  control: { connections: number; withoutRoute: number }
}

/**
 * Uses the product for ten minutes in a network namespace without any route, while the assistant is set up but off. The kernel counts packets that
 * would leave the machine, and an endpoint on loopback counts connections. Needs `unshare` and `ip`, so it runs on Linux only.
 */
export async function assistantOffDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const seconds = short ? 20 : 600
  // Postgres does not run as root, so people keep their own account in the namespace.
  const asUser = process.geteuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
  const inside = [process.execPath, join(import.meta.dirname, 'assistant-off.inside.ts'), String(seconds)]
  say(`${seconds} s of use without a network`)
  const { stdout } = await promisify(execFile)('unshare', [...asUser, '--net', '--', ...inside], {
    maxBuffer: 16 * 1024 * 1024,
  })
  const counted = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Counted
  const { connections, withoutRoute, answered, acknowledged, control } = counted
  return {
    passed:
      connections === 0 &&
      withoutRoute === 0 &&
      answered > seconds &&
      acknowledged > seconds &&
      control.connections === 1 &&
      control.withoutRoute > 0,
    figures: {
      'seconds of use': seconds,
      'answered calls': answered,
      'sessions and records written': acknowledged,
      'connections to the endpoint': connections,
      'packets to other machines': withoutRoute,
      'control: connections seen': control.connections,
      'control: packets seen': control.withoutRoute,
    },
  }
}
