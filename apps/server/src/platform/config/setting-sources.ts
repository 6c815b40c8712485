import { readEnvFile } from './env-file.ts'
import { showValue } from './values.ts'
import { configNames, type EnvironmentName } from './setting-names.ts'

/** A setting with the source of its value, and with the value in a form that can be shown. */
export type SettingSource = {
  name: EnvironmentName
  source: 'environment' | '.env' | 'default'
  /** Null if the setting has no value. The value of a secret is replaced. */
  shown: string | null
}

/** The settings whose values are secrets themselves. */
const secretNames: readonly EnvironmentName[] = [
  'FILES_S3_SECRET_ACCESS_KEY',
  'FILES_S3_ENCRYPTION_KEY',
  'GOOGLE_CALENDAR_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'TURN_SECRET',
]
/** The settings whose values may be addresses with a password. */
const addressNames: readonly EnvironmentName[] = ['DATABASE_URL', 'SMTP_URL', 'CLAMD_URL', 'PUBLIC_URL', 'OIDC_ISSUER']
const hidden = '(set, not shown)'

/**
 * Returns each setting with the source of its value, in the order of `.env.example`. An empty value in the environment hides the one in `.env`, so
 * the setting then has its default.
 */
export function readSettingSources(env: Record<string, string | undefined>, dir: string): SettingSource[] {
  const file = readEnvFile(dir, [])
  return configNames.map((name) => {
    const value = (env[name] ?? file[name])?.trim() ?? ''
    if (!value) return { name, source: 'default', shown: null }
    return { name, source: env[name] === undefined ? '.env' : 'environment', shown: shownValueOf(name, value) }
  })
}

function shownValueOf(name: EnvironmentName, value: string): string {
  if (secretNames.includes(name)) return hidden
  return addressNames.includes(name) ? hidePassword(value) : showValue(value)
}

/**
 * Replaces the user and the password of an address. Hides the whole value unless the rest consists of a scheme, a host and a short path. A password
 * with special characters would otherwise be taken for a part of the rest.
 */
export function hidePassword(address: string): string {
  const parts = /^([a-z]+:\/\/)(?:[^@]*(@))?((?:[\w.-]+|\[[\da-f:]+\])?(?::\d{1,5})?(?:\/[\w./-]*)?)$/i.exec(address)
  if (!parts) return hidden
  const [, scheme, sign = '', rest] = parts
  return `${scheme}${sign && `…${sign}`}${rest}`
}
