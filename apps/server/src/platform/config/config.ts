import { accessSync, constants, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { readClamd, readLocalHosts, readTrustProxy } from './addresses.ts'
import { type GoogleClient, readGoogleCalendar } from './google-calendar.ts'
import { type NativePushConfig, readNativePush } from './native-push.ts'
import { type FilesBucketConfig, readFilesBucket } from './files-bucket.ts'
import { type BackupConfig, readBackupConfig } from './backups.ts'
import { type Limits, readLimits } from './limits.ts'
import type { ClamdAddress } from '../files/clamd.ts'
import { type Provider, readProviders } from './providers.ts'
import { type RelayConfig, readRelayConfig } from './relay.ts'
import { type ListenAddress, readMetricsListen } from './metrics.ts'
import { readEnvFile } from './env-file.ts'
import { requirePossibleFolder } from './folders.ts'
import { requireKnownNames, requireKnownVariables, type EnvironmentName } from './setting-names.ts'
import { readTls, type TlsFiles } from './tls.ts'
import { readDatabaseUrl, readMailFrom, readPublicUrl, readSmtpUrl } from './urls.ts'
import { readSwitch, showValue } from './values.ts'
import { StartError } from '../process/start-error.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** The configuration. Paths are absolute. A setting that has neither a value nor a default is null. */
export type Config = {
  /** 0 means that the system chooses a free port. */
  port: number
  host: string
  /** The public origin of the product, without a trailing slash. */
  publicUrl: string | null
  dataDir: string
  secretsDir: string
  /** Null means that the server starts the embedded Postgres in `dataDir`. */
  databaseUrl: string | null
  /** Paths of the PEM files. Null means that the server uses http. */
  tls: TlsFiles | null
  /** Addresses or networks (CIDR) of trusted proxies. The server ignores forwarded headers from any other address. */
  trustProxy: string[]
  smtpUrl: string | null
  mailFrom: string | null
  /** The address of the virus scanner (clamd) that checks every uploaded file. Null means that files are not scanned. */
  clamd: ClamdAddress | null
  /** Hosts on this machine or in its network on which the assistant's endpoint may run, as `host:port`. */
  assistantLocalHosts: string[]
  /** Hosts on this machine or in its network on which calendar servers may run, as `host:port`. */
  calendarLocalHosts: string[]
  /** The OAuth client with which therapists connect Google calendars. Null means that Google calendars are not offered. */
  googleCalendar: GoogleClient | null
  /** OpenID Connect providers that people may sign in with. */
  providers: Provider[]
  /** Whether online payment works with a provider's test key, so that payments with test cards are booked. */
  allowsTestPayments: boolean
  /** The host's keys for sending push notifications to its native app. */
  nativePush: NativePushConfig
  /** The address at which the metrics are served. Null means that there are none. */
  metricsListen: ListenAddress | null
  logLevel: LogLevel
} & Limits &
  BackupConfig &
  RelayConfig &
  FilesBucketConfig

/** The mistakes in the configuration, one sentence each. */
export class ConfigError extends StartError {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/**
 * Reads the configuration from `env` and from `.env` in `dir`. A value in `env` takes precedence; an empty value there
 * means that the setting is not set. Throws a ConfigError that lists every mistake.
 */
export function readConfig(env: Record<string, string | undefined>, dir: string): Config {
  const mistakes: string[] = []
  const file = readEnvFile(dir, mistakes)
  requireKnownNames(file, mistakes)
  requireKnownVariables(env, mistakes)
  requireProgram((env.CHROMIUM_PATH ?? file.CHROMIUM_PATH)?.trim() || null, dir, mistakes)
  const read = (name: EnvironmentName) => (env[name] ?? file[name])?.trim() || null
  const path = (value: string | null, fallback: string) => resolve(dir, value ?? fallback)

  const dataDir = path(read('ATTUNE_DATA'), 'data')
  const secretsDir = path(read('ATTUNE_SECRETS'), join(dataDir, 'secrets'))
  requirePossibleFolder('ATTUNE_DATA', dataDir, mistakes)
  // The default folder is in ATTUNE_DATA, which is checked above.
  if (read('ATTUNE_SECRETS')) requirePossibleFolder('ATTUNE_SECRETS', secretsDir, mistakes)
  const tls = readTls(read('TLS_CERT'), read('TLS_KEY'), dir, mistakes)
  const smtpUrl = readSmtpUrl(read('SMTP_URL'), mistakes)
  const mailFrom = readMailFrom(read('MAIL_FROM'), mistakes)
  if (smtpUrl && !read('MAIL_FROM')) mistakes.push('SMTP_URL is set, so MAIL_FROM must be set to the sender address.')

  const host = readHost(read('HOST') ?? (tls ? '0.0.0.0' : '127.0.0.1'), mistakes)

  const config: Config = {
    port: readPort(read('PORT'), mistakes),
    host,
    publicUrl: readPublicUrl(read('PUBLIC_URL'), mistakes),
    dataDir,
    secretsDir,
    databaseUrl: readDatabaseUrl(read('DATABASE_URL'), mistakes),
    tls,
    trustProxy: readTrustProxy(read('TRUST_PROXY'), mistakes),
    smtpUrl,
    mailFrom,
    clamd: readClamd(read('CLAMD_URL'), mistakes),
    ...readFilesBucket(read, mistakes),
    assistantLocalHosts: readLocalHosts('ASSISTANT_LOCAL_HOSTS', read('ASSISTANT_LOCAL_HOSTS'), mistakes),
    calendarLocalHosts: readLocalHosts('CALENDAR_LOCAL_HOSTS', read('CALENDAR_LOCAL_HOSTS'), mistakes),
    googleCalendar: readGoogleCalendar(read, mistakes),
    providers: readProviders(read, mistakes),
    ...readNativePush(read, dir, mistakes),
    ...readLimits(read, mistakes),
    ...readBackupConfig(read, { dir, dataDir }, mistakes),
    ...readRelayConfig(read, host, mistakes),
    allowsTestPayments: readSwitch('ATTUNE_ALLOW_TEST_PAYMENTS', read('ATTUNE_ALLOW_TEST_PAYMENTS') ?? 'off', mistakes),
    metricsListen: readMetricsListen(read('METRICS_LISTEN'), mistakes),
    logLevel: readLogLevel(read('LOG_LEVEL') ?? 'info', mistakes),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

function readPort(value: string | null, mistakes: string[]): number {
  if (value === null) return 3000
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65535) return port
  mistakes.push(`PORT must be a number from 0 to 65535, not ${showValue(value)}.`)
  return 0
}

function readHost(value: string, mistakes: string[]): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  mistakes.push(`HOST must be an address or a host name to listen on, not ${showValue(value)}.`)
  return value
}

function readLogLevel(value: string, mistakes: string[]): LogLevel {
  const level = logLevels.find((name) => name === value)
  if (!level) mistakes.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${showValue(value)}.`)
  return level ?? 'info'
}

/** Adds a sentence to `mistakes` if CHROMIUM_PATH is set but is not the path of a program. The journeys run in this Chromium. */
function requireProgram(value: string | null, dir: string, mistakes: string[]): void {
  if (value !== null && !isProgram(resolve(dir, value)))
    mistakes.push(`CHROMIUM_PATH must be the path of a program, not ${showValue(value)}.`)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
