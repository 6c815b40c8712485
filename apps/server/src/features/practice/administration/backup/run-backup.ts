import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The code with which the process ends if another backup runs. */
export const runningCode = 3

const script = join(import.meta.dirname, 'backup-process.ts')
/** The root of the repository, below which the settings of a server without ATTUNE_DATA are. */
const root = join(import.meta.dirname, '../../../../../../..')

/** Makes a backup in a process of its own, with the settings in `env`. Resolves also if another backup runs. Rejects if there is none afterwards. */
export async function runBackup(now: Date, zone: string, env = process.env): Promise<void> {
  const child = spawn(process.execPath, [script, root, now.toISOString(), zone], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  })
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reason = (reason + text).slice(-2_000)))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0 && code !== runningCode) throw new Error(`the backup process ended with ${code}: ${reason.trim()}`)
}
