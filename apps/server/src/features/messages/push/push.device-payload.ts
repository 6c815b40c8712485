import type { AccountId, DeviceId } from '@attune/contract/common/ids'
import { createCipheriv, randomBytes } from 'node:crypto'
import type { AppContext } from '../../../platform/app-context.ts'
import { sealOf } from '../../../platform/secrets/seal.ts'
import { pushPayload } from './push.request.ts'

type Device = { accountId: AccountId; deviceId: DeviceId }

/** Returns the key with which the server encrypts the payloads for a device: 32 bytes in base64url. It differs for each account and device. */
export const devicePayloadKey = (app: Pick<AppContext, 'secrets'>, { accountId, deviceId }: Device): string =>
  sealOf(app, `push payload ${accountId} ${deviceId}`)

/**
 * Encrypts the type of a notification for a device, because the push provider can read payloads. All types have the same encrypted length.
 * `openPushPayload` decrypts the result.
 */
export function sealDevicePayload(key: string, type: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64url'), nonce).setAAD(Buffer.from('push'))
  const text = Buffer.concat([cipher.update(pushPayload({ type, messageId: null }), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url')
}
