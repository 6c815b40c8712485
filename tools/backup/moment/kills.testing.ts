import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  chooseLogDestination,
  startLogProcess,
} from '../../../apps/server/src/features/practice/administration/backup/log/log-process.testing.ts'
import { clusterPath } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../../apps/server/src/platform/database/embedded/postmaster.ts'
import type { LogPractice } from '../../../apps/server/src/platform/backup/log/log.testing.ts'
import { writeLetters } from './restored.testing.ts'

/**
 * The maximum time, in milliseconds, that the archiving process gets for its last transfer before it is killed. A server that stops waits no longer
 * either.
 */
const patienceMilliseconds = 15_000

/**
 * Makes a base backup while four writers write, and kills the archiving process and Postgres in turns. In the end, every commit is archived. Returns
 * the time of a commit after the base backup, and the number of commits that Postgres acknowledged.
 */
export async function killWhileWriting(
  practice: LogPractice,
  kills: number,
): Promise<{ from: string; acknowledged: number }> {
  chooseLogDestination(practice)
  let child = startLogProcess(practice)
  const stopWriting = writeLetters(practice, 4)
  await practice.write('first')
  await practice.backUp()
  const from = await practice.write('after the backup')
  for (let kill = 0; kill < kills; kill++) {
    await pause(randomInt(300, 2_500))
    if (kill % 2 === 0) {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
      child = startLogProcess(practice)
    } else {
      const pid = findPostmaster(clusterPath(practice.data.dataDir))?.pid ?? 0
      process.kill(pid, 'SIGKILL')
      while (!(await practice.write('back').catch(() => ''))) await pause(100)
    }
  }
  await pause(1_000)
  const acknowledged = await stopWriting()
  const ended = once(child, 'close')
  child.stdin?.end()
  // The server waits no longer than `patienceMilliseconds` either.
  const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMilliseconds)
  await ended
  clearTimeout(tooLong)
  return { from, acknowledged }
}
