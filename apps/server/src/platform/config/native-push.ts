import { readFileSync } from 'node:fs'
import { createPrivateKey } from 'node:crypto'
import { resolve } from 'node:path'
import { readSwitch, showValue } from './values.ts'
import type { ApnsAccount, FcmAccount } from '../native-push/device-message.ts'

/** The settings of the push notifications to devices, which need an app that the host has built and signed. */
export const nativePushNames = [
  'FCM_SERVICE_ACCOUNT',
  'APNS_KEY',
  'APNS_KEY_ID',
  'APNS_TEAM_ID',
  'APNS_BUNDLE_ID',
  'APNS_SANDBOX',
] as const

type Read = (name: (typeof nativePushNames)[number]) => string | null
/** The accounts of the host at the push providers. The server sends no push notifications to the devices of a platform whose account is null. */
export type NativePushConfig = { fcm: FcmAccount | null; apns: ApnsAccount | null }

/** Reads the keys of the push providers. Adds a sentence to `mistakes` for each wrong setting; no sentence shows a key. */
export function readNativePush(read: Read, dir: string, mistakes: string[]): { nativePush: NativePushConfig } {
  return { nativePush: { fcm: readFcm(read, dir, mistakes), apns: readApns(read, dir, mistakes) } }
}

function readFile(name: string, path: string, mistakes: string[]): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    mistakes.push(`${name} must point to a key file, but Attune can't read the file ${path}.`)
    return null
  }
}

function readFcm(read: Read, dir: string, mistakes: string[]): FcmAccount | null {
  const path = read('FCM_SERVICE_ACCOUNT')
  if (path === null) return null
  const content = readFile('FCM_SERVICE_ACCOUNT', resolve(dir, path), mistakes)
  if (content === null) return null
  const account = parseFcm(content)
  if (!account)
    mistakes.push(
      `FCM_SERVICE_ACCOUNT must point to the JSON file of a service account of Firebase, not to ${showValue(path)}.`,
    )
  return account
}

function parseFcm(content: string): FcmAccount | null {
  try {
    const { project_id, client_email, private_key } = JSON.parse(content) as Record<string, unknown>
    if (typeof project_id !== 'string' || typeof client_email !== 'string' || typeof private_key !== 'string')
      return null
    if (!/^[a-z0-9-]{1,60}$/.test(project_id) || !isKey(private_key, 'rsa')) return null
    return { projectId: project_id, email: client_email, privateKey: private_key }
  } catch {
    return null
  }
}

function readApns(read: Read, dir: string, mistakes: string[]): ApnsAccount | null {
  const path = read('APNS_KEY')
  const [keyId, teamId, bundleId] = [read('APNS_KEY_ID'), read('APNS_TEAM_ID'), read('APNS_BUNDLE_ID')]
  const isSandbox = readSwitch('APNS_SANDBOX', read('APNS_SANDBOX') ?? 'off', mistakes)
  if ([path, keyId, teamId, bundleId].every((value) => value === null)) return null
  if (path === null || keyId === null || teamId === null || bundleId === null) {
    mistakes.push('Set all of APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID and APNS_BUNDLE_ID, or none.')
    return null
  }
  const privateKey = readFile('APNS_KEY', resolve(dir, path), mistakes)
  if (privateKey === null) return null
  if (!isKey(privateKey, 'ec'))
    mistakes.push(`APNS_KEY must point to a key file (.p8) of Apple, not to ${showValue(path)}.`)
  for (const [name, value] of [
    ['APNS_KEY_ID', keyId],
    ['APNS_TEAM_ID', teamId],
  ] as const)
    if (!/^[A-Z0-9]{10}$/.test(value))
      mistakes.push(`${name} must have 10 letters and digits, not ${showValue(value)}.`)
  if (!/^[A-Za-z0-9.-]{1,200}$/.test(bundleId))
    mistakes.push(`APNS_BUNDLE_ID must be a bundle id such as org.practice.app, not ${showValue(bundleId)}.`)
  return { privateKey, keyId, teamId, bundleId, isSandbox }
}

function isKey(pem: string, type: 'rsa' | 'ec'): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === type
  } catch {
    return false
  }
}
