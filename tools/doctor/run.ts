import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeMailServer } from '../../apps/server/src/platform/channels/mail-probe.ts'
import { type Config, ConfigError, readConfig } from '../../apps/server/src/platform/config/config.ts'
import { hidePassword, readSettingSources } from '../../apps/server/src/platform/config/setting-sources.ts'
import { readBackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import { version } from '../../apps/server/src/platform/process/version.ts'
import { readSecrets, type Secrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { certificateFileLines, publicAddressLines } from './address.ts'
import { databaseLines } from './database.ts'
import { diskLines, folderLines } from './folders.ts'
import { findProduct, metricsPortLines } from './product.ts'
import { type DoctorGroup, doctorGroups, type DoctorLine, type DoctorReport, lineMaker } from './report.ts'
import { backupLines, mailLines, settingLines } from './rules.ts'
import { embeddedMemoryLine, programVersionLines } from './versions.ts'

/** Checks the installation in the folder `root`. Changes nothing, and sends nothing but requests for information. */
export async function examine(env: Record<string, string | undefined>, root: string): Promise<DoctorReport> {
  const settings = settingLines(readSettingSources(env, root))
  const config = readConfigOrMistakes(env, root)
  if (Array.isArray(config))
    return { version, product: 'unknown', lines: [...config, ...settings, ...uncheckedLines()] }
  const { secrets, problem } = readSecretsOrProblem(config)
  const { product, lines: ports } = await findProduct(config, secrets)
  const now = () => new Date()
  const parts = await Promise.all([
    attempt('Ports', () => metricsPortLines(config, product)),
    attempt('Folders', () => folderLines(config, root)),
    attempt('Disk', () => diskLines(config)),
    attempt('Versions', () => programVersionLines(config, pinnedNode(root))),
    attempt('Database', () => databaseLines(config, secrets)),
    attempt('Certificate', () => certificateFileLines(config, now())),
    attempt('Address', () => publicAddressLines(config, secrets, now)),
    attempt('Email', () => emailLines(config)),
    attempt('Backups', () => backupLines(readBackupRecord(config.dataDir), now())),
  ])
  const valid = lineMaker('Settings')('ok', 'All settings are valid.')
  const memory = config.databaseUrl === null && product === 'stopped' ? [embeddedMemoryLine()] : []
  return { version, product, lines: [valid, ...settings, ...ports, ...problem, ...parts.flat(), ...memory] }
}

function readConfigOrMistakes(env: Record<string, string | undefined>, root: string): Config | DoctorLine[] {
  try {
    return readConfig(env, root)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.mistakes.map((mistake) => lineMaker('Settings')('failing', mistake))
  }
}

const uncheckedLines = () =>
  doctorGroups
    .filter((group) => group !== 'Settings')
    .map((group) => lineMaker(group)('not-checked', 'because Attune does not start with these settings.'))

function readSecretsOrProblem({ secretsDir }: Config): { secrets: Secrets | null; problem: DoctorLine[] } {
  try {
    return { secrets: readSecrets(secretsDir), problem: [] }
  } catch {
    const text = `The secrets in ${secretsDir} can't be read. Run this command as the user who starts Attune, or restore them from your copy.`
    return { secrets: null, problem: [lineMaker('Folders')('failing', text)] }
  }
}

/** Returns the lines of a part; one line that says so if the part could not be examined. */
async function attempt(group: DoctorGroup, work: () => DoctorLine[] | Promise<DoctorLine[]>): Promise<DoctorLine[]> {
  try {
    return await work()
  } catch (error) {
    const code = (error as { code?: unknown }).code
    return [
      lineMaker(group)(
        'failing',
        `This part couldn't be examined (${typeof code === 'string' ? code : 'unexpected error'}).`,
      ),
    ]
  }
}

async function emailLines({ smtpUrl }: Config): Promise<DoctorLine[]> {
  if (smtpUrl === null) return []
  return mailLines(await probeMailServer(smtpUrl), hidePassword(smtpUrl))
}

/** Returns the version of Node that the server depends on. */
function pinnedNode(root: string): string {
  const file = readFileSync(join(root, 'apps', 'server', 'package.json'), 'utf8')
  return (JSON.parse(file) as { dependencies: Record<string, string> }).dependencies.node ?? ''
}
