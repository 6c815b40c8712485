// Archives the log of the database in a separate process at low priority, so that compressing and encrypting never delay a response. Runs until its
// standard input ends, which also happens when the server is killed. Without a destination, deletes the slot and the waiting log, and ends.
// Arguments: the root of the repository, and the time zone of the practice.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { archiveLog } from '../../../../../platform/backup/log/archive-log.ts'
import { dropLogSlot, type ReplicationServer } from '../../../../../platform/backup/log/receive.ts'
import { systemClock } from '../../../../../platform/clock.ts'
import { readConfig } from '../../../../../platform/config/config.ts'
import { logRecordFile, logSpoolFolder } from '../../../../../platform/data-folder/log-record.ts'
import { clusterPath } from '../../../../../platform/database/embedded/paths.ts'
import { findPostmaster } from '../../../../../platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../../../../../platform/secrets/secrets.ts'
import { findLogTarget } from './log-destination.ts'
import { endProcess } from '../../../../../platform/process/end-process.ts'
import { lowerPriority } from '../../../../../platform/process/lower-priority.ts'

lowerPriority(15)
const [, , root = process.cwd(), zone = 'UTC'] = process.argv
const config = readConfig(process.env, root)
const password = loadSecrets(config.secretsDir).secrets.dbPasswords.install

const stopping = new AbortController()
process.stdin.on('end', () => stopping.abort()).resume()
// Ctrl+C also reaches this process. It ignores the signal, because the server ends it after the last transfer.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function server(): ReplicationServer | null {
  const found = findPostmaster(clusterPath(config.dataDir))
  return found?.ready ? { port: found.port, password } : null
}

const target = findLogTarget(config)
const running = server()
if (target) {
  await archiveLog(
    {
      dataDir: config.dataDir,
      ...target,
      zone,
      server,
      clock: systemClock,
      report: (message, error) =>
        console.error(`${message}: ${error instanceof Error ? error.message : String(error)}`),
    },
    stopping.signal,
  )
} else if (running) {
  await dropLogSlot(running)
  for (const name of [logSpoolFolder, logRecordFile])
    rmSync(join(config.dataDir, name), { recursive: true, force: true })
}
endProcess(0)
