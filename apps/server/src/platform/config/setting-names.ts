import { backupNames } from './backups.ts'
import { filesBucketNames } from './files-bucket.ts'
import { googleCalendarNames } from './google-calendar.ts'
import { limitNames } from './limits.ts'
import { nativePushNames } from './native-push.ts'
import { providerNames } from './providers.ts'
import { relayNames } from './relay.ts'

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
  ...filesBucketNames,
  'ASSISTANT_LOCAL_HOSTS',
  'CALENDAR_LOCAL_HOSTS',
  ...googleCalendarNames,
  ...providerNames,
  ...nativePushNames,
  ...limitNames,
  ...backupNames,
  ...relayNames,
  'ATTUNE_ALLOW_TEST_PAYMENTS',
  'METRICS_LISTEN',
  'LOG_LEVEL',
] as const
export type EnvironmentName = (typeof configNames)[number]

/** The names of settings that only the tools read. `.env` may contain these settings too. */
export const toolNames = ['CHROMIUM_PATH'] as const

/** The variables of tests and benchmarks. They are in the environment only, and the server ignores them. */
const testVariables = /^ATTUNE_(TESTS|RUNS|TRACE|HIDDEN_PARTS|EN16931_RULES|MODEL_(KEY|KIND)|TEST_[A-Z]+(_[A-Z]+)*)$/

/** Variables that Kubernetes and container links set for a service with the name `attune`. They are not settings. */
const serviceVariables = /^ATTUNE_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?|NAME|ENV_\w+)$/

/** Adds a sentence to `mistakes` for each name in `.env` that is not a setting. */
export function requireKnownNames(file: Record<string, string | undefined>, mistakes: string[]): void {
  for (const name of Object.keys(file))
    if (!isKnown(name)) mistakes.push(`.env contains the unknown setting ${name}. ${nearestTo(name)}`)
}

/**
 * Adds a sentence to `mistakes` for each variable of the environment that begins with ATTUNE_ and is not a setting. An empty variable counts as not
 * set. Other names are not checked, because the environment belongs to other programs too.
 */
export function requireKnownVariables(env: Record<string, string | undefined>, mistakes: string[]): void {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('ATTUNE_') || !value?.trim() || isKnown(name)) continue
    if (testVariables.test(name) || isOfService(name, value)) continue
    mistakes.push(`The environment contains the unknown setting ${name}. ${nearestTo(name)}`)
  }
}

/**
 * Whether Kubernetes or a container link has set the variable. A person would set only a port, so ATTUNE_PORT=3000 is a mistake, while
 * ATTUNE_PORT=tcp://10.0.0.1:3000 comes from Kubernetes.
 */
const isOfService = (name: string, value: string) =>
  serviceVariables.test(name) && !(name === 'ATTUNE_PORT' && !value.includes('://'))

const isKnown = (name: string) => [...configNames, ...toolNames].some((known) => known === name)

function nearestTo(name: string): string {
  const [nearest] = [...configNames, ...toolNames]
    .map((known) => ({ known, distance: Math.min(editDistance(name, known), editDistance(bare(name), known)) }))
    .toSorted((one, other) => one.distance - other.distance)
  return `The nearest setting is ${nearest?.known}. See .env.example for all settings.`
}

const bare = (name: string) => name.replace(/^ATTUNE_/, '')

/** The number of letters to insert, remove, replace or swap with their neighbor that turns one word into the other. */
function editDistance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      rows[row]?.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          ...(isSwapped ? [cell(row - 2, column - 2) + 1] : []),
        ),
      )
    }
  }
  return cell(one.length, other.length)
}
