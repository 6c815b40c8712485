import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { diskFinding } from '../../apps/server/src/features/practice/administration/health/rules.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { secretsFile } from '../../apps/server/src/platform/secrets/secrets.ts'
import { type CheckedPath, type PathRights, rightsLine } from './folder-rules.ts'
import { healthSentence } from './health-sentences.ts'
import { type DoctorLine, lineMaker } from './report.ts'

/** Below this share of free space, uploads are refused. */
const leastFreeShare = 0.1

/** Returns the lines about the rights of the data, the secrets and the files that contain passwords or keys. Changes nothing. */
export function folderLines(config: Config, root: string): DoctorLine[] {
  const uid = process.getuid?.() ?? null
  return checkedPaths(config, root).map((checked) => rightsLine(checked, rightsOf(checked.path), uid))
}

function checkedPaths({ dataDir, secretsDir, databaseUrl, tls }: Config, root: string): CheckedPath[] {
  const secret = (path: string, content: string, isWritten = true): CheckedPath => ({
    path,
    content,
    privacy: 'private',
    isWritten,
  })
  const optional = (path: string, content: string): CheckedPath[] =>
    existsSync(path) ? [{ path, content, privacy: 'closed', isWritten: false }] : []
  return [
    { path: dataDir, content: 'the data', privacy: 'closed', isWritten: true },
    secret(secretsDir, 'the secrets'),
    secret(join(secretsDir, secretsFile), 'the keys and passwords'),
    ...(databaseUrl === null ? [secret(clusterPath(dataDir), 'the built-in database', false)] : []),
    ...optional(join(root, '.env'), 'the settings'),
    ...(tls ? optional(tls.key, 'the key of the certificate') : []),
  ]
}

function rightsOf(path: string): PathRights | null {
  try {
    const { mode, uid } = statSync(path)
    return { mode, owner: uid, isReadable: can(path, constants.R_OK), isWritable: can(path, constants.W_OK) }
  } catch {
    return null
  }
}

function can(path: string, right: number): boolean {
  try {
    accessSync(path, right)
    return true
  } catch {
    return false
  }
}

/** Returns a line about the free space of the disk of the data, and one for each further disk to which Attune writes backups. */
export function diskLines({ dataDir, backupFolders }: Config): DoctorLine[] {
  const line = lineMaker('Disk')
  const places = [{ path: dataDir, name: 'the data' }, ...backupFolders.map((path) => ({ path, name: 'backups' }))]
  const disks = Map.groupBy(places, ({ path }) => statSync(existingPart(path)).dev)
  return [...disks.values()].map(([first]) => {
    const { path, name } = first ?? { path: dataDir, name: 'the data' }
    const { bavail, blocks, bsize } = statfsSync(existingPart(path))
    const share = bavail / blocks
    const { state, text } = healthSentence(diskFinding({ bytes: bavail * bsize, share }, share < leastFreeShare))
    return line(state, `The disk of ${path} (${name}): ${text}`)
  })
}

/** Returns the part of a path that exists. A folder that the first start creates is on the disk of its parent. */
function existingPart(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : existingPart(dirname(path))
}
