import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { isLoopback } from '../address.ts'
import { readClamd, readLocalHosts, readTrustProxy } from './addresses.ts'
import { type GoogleClient, googleCalendarNames, readGoogleCalendar } from './google-calendar.ts'
import { type NativePushConfig, nativePushNames, readNativePush } from './native-push.ts'
import { type BackupConfig, backupNames, readBackupConfig } from './backups.ts'
import { type Limits, limitNames, readLimits } from './limits.ts'
import type { ClamdAddress } from '../files/clamd.ts'
import { type Provider, providerNames, readProviders } from './providers.ts'
import { StartError } from '../process/start-error.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof logLevels)[number]

/** The configuration. Paths are absolute. A setting without a value or a default is null. */
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
  tls: { cert: string; key: string } | null
  /** Addresses or networks (CIDR) of trusted proxies. The server ignores forwarded headers from any other address. */
  trustProxy: string[]
  smtpUrl: string | null
  mailFrom: string | null
  /** The address of the virus scanner (clamd) that checks every uploaded file. Null means that files are not scanned. */
  clamd: ClamdAddress | null
  /** Hosts on this machine or in its network at which the assistant's endpoint may be, as `host:port`. */
  assistantLocalHosts: string[]
  /** Hosts on this machine or in its network at which calendar servers may be, as `host:port`. */
  calendarLocalHosts: string[]
  /** The OAuth client with which therapists connect Google calendars. Null means that Google calendars are not offered. */
  googleCalendar: GoogleClient | null
  /** OpenID Connect providers that people may sign in with. */
  providers: Provider[]
  /** Whether online payment works with a provider's test key, so that payments with test cards are booked. */
  allowsTestPayments: boolean
  /** The host's keys for sending push notifications to its native app. */
  nativePush: NativePushConfig
  logLevel: LogLevel
} & Limits &
  BackupConfig

/** The names of all settings that the server reads, in the order of `.env.example`. */
export const configNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'ATTUNE_DATA',
  'ATTUNE_SECRETS',
  'DATABASE_URL',
  'TLS_CERT',
  'TLS_KEY',
  'TRUST_PROXY',
  'SMTP_URL',
  'MAIL_FROM',
  'CLAMD_URL',
  'ASSISTANT_LOCAL_HOSTS',
  'CALENDAR_LOCAL_HOSTS',
  ...googleCalendarNames,
  ...providerNames,
  ...nativePushNames,
  ...limitNames,
  ...backupNames,
  'ATTUNE_ALLOW_TEST_PAYMENTS',
  'LOG_LEVEL',
] as const

/** The names of settings that only the tools read. `.env` may contain these settings too. */
export const toolNames = ['CHROMIUM_PATH'] as const

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
  const read = (name: (typeof configNames)[number]) => (env[name] ?? file[name])?.trim() || null
  const path = (value: string | null, fallback: string) => resolve(dir, value ?? fallback)

  const dataDir = path(read('ATTUNE_DATA'), 'data')
  const tls = readTls(read('TLS_CERT'), read('TLS_KEY'), dir, mistakes)
  const smtpUrl = readSmtpUrl(read('SMTP_URL'), mistakes)
  const mailFrom = readMailFrom(read('MAIL_FROM'), mistakes)
  if (smtpUrl && !read('MAIL_FROM')) mistakes.push('SMTP_URL is set, so MAIL_FROM must be set to the sender address.')

  const config: Config = {
    port: readPort(read('PORT'), mistakes),
    host: readHost(read('HOST') ?? (tls ? '0.0.0.0' : '127.0.0.1'), mistakes),
    publicUrl: readPublicUrl(read('PUBLIC_URL'), mistakes),
    dataDir,
    secretsDir: path(read('ATTUNE_SECRETS'), join(dataDir, 'secrets')),
    databaseUrl: readDatabaseUrl(read('DATABASE_URL'), mistakes),
    tls,
    trustProxy: readTrustProxy(read('TRUST_PROXY'), mistakes),
    smtpUrl,
    mailFrom,
    clamd: readClamd(read('CLAMD_URL'), mistakes),
    assistantLocalHosts: readLocalHosts('ASSISTANT_LOCAL_HOSTS', read('ASSISTANT_LOCAL_HOSTS'), mistakes),
    calendarLocalHosts: readLocalHosts('CALENDAR_LOCAL_HOSTS', read('CALENDAR_LOCAL_HOSTS'), mistakes),
    googleCalendar: readGoogleCalendar(read, mistakes),
    providers: readProviders(read, mistakes),
    ...readNativePush(read, dir, mistakes),
    ...readLimits(read, mistakes),
    ...readBackupConfig(read, { dir, dataDir }, mistakes),
    allowsTestPayments: readTestPayments(read('ATTUNE_ALLOW_TEST_PAYMENTS') ?? 'off', mistakes),
    logLevel: readLogLevel(read('LOG_LEVEL') ?? 'info', mistakes),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return config
}

function readEnvFile(dir: string, mistakes: string[]): Record<string, string | undefined> {
  const path = join(dir, '.env')
  if (!existsSync(path)) return {}
  const values = parseEnv(readFileSync(path, 'utf8'))
  const known = new Set<string>([...configNames, ...toolNames])
  for (const name of Object.keys(values)) {
    if (!known.has(name)) mistakes.push(`.env contains the unknown setting ${name}. See .env.example for all settings.`)
  }
  return values
}

function readPort(value: string | null, mistakes: string[]): number {
  if (value === null) return 3000
  const port = Number(value)
  if (/^\d{1,5}$/.test(value) && port <= 65535) return port
  mistakes.push(`PORT must be a number from 0 to 65535, not '${value}'.`)
  return 0
}

function readHost(value: string, mistakes: string[]): string {
  if (isIP(value) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  mistakes.push(`HOST must be an address or a host name to listen on, not '${value}'.`)
  return value
}

function readPublicUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    mistakes.push(`PUBLIC_URL must be an address such as https://practice.example, not '${value}'.`)
    return null
  }
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    mistakes.push(`PUBLIC_URL can't have a path. Use ${url.origin} instead of '${value}'.`)
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    mistakes.push('PUBLIC_URL must start with https://. Attune serves plain http only to this machine.')
  }
  return url.origin
}

function readDatabaseUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    // The message does not show the value, because the value contains a password.
    mistakes.push('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  } else if (!url.username) {
    mistakes.push('DATABASE_URL must include a user: postgres://user:password@host:5432/database.')
  }
  return value
}

function readTls(cert: string | null, key: string | null, dir: string, mistakes: string[]): Config['tls'] {
  if (cert === null && key === null) return null
  if (cert === null || key === null) {
    mistakes.push('Set both TLS_CERT and TLS_KEY, or neither.')
    return null
  }
  const files = { cert: resolve(dir, cert), key: resolve(dir, key) }
  for (const [name, file] of [
    ['TLS_CERT', files.cert],
    ['TLS_KEY', files.key],
  ] as const) {
    try {
      accessSync(file, constants.R_OK)
    } catch {
      mistakes.push(`Attune can't read the file ${file} that ${name} points to.`)
    }
  }
  return files
}

function readSmtpUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) {
    mistakes.push('SMTP_URL must look like smtps://user:password@mail.example:465.')
  }
  return value
}

function readMailFrom(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null
  const address = /<([^<>]*)>\s*$/.exec(value)?.[1] ?? value
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(address.trim())) {
    mistakes.push(`MAIL_FROM must be an address such as Practice <post@practice.example>, not '${value}'.`)
  }
  return value
}

function readTestPayments(value: string, mistakes: string[]): boolean {
  if (value !== 'on' && value !== 'off') mistakes.push(`ATTUNE_ALLOW_TEST_PAYMENTS must be on or off, not '${value}'.`)
  return value === 'on'
}

function readLogLevel(value: string, mistakes: string[]): LogLevel {
  const level = logLevels.find((name) => name === value)
  if (!level) mistakes.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${value}'.`)
  return level ?? 'info'
}
