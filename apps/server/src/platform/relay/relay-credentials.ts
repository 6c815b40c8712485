import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Secrets } from '../secrets/secrets.ts'

/** The seconds for which credentials of the relay are valid. A page gets new ones before each restart of its connection. */
export const credentialSeconds = 12 * 3_600

/** The realm of the credentials, a part of their key. */
export const relayRealm = 'attune'

/** A person in a call, as a user of the relay. Both ids are opaque. */
export type RelayOwner = { call: string; person: string }

/** The name and the password with which a browser uses the relay. coturn calls this form `use-auth-secret`. */
export type RelayCredentials = { username: string; credential: string }

/** The secret of the relay. Nothing else can be derived from it, so that the process of the relay may know it. */
export const relaySecretOf = ({ linkKey }: Pick<Secrets, 'linkKey'>): string =>
  Buffer.from(hkdfSync('sha256', linkKey, '', 'attune video relay', 32)).toString('base64url')

/** Credentials for a person in a call, valid until `until`. */
export function relayCredentials({
  secret,
  call,
  person,
  until,
}: RelayOwner & { secret: string; until: Date }): RelayCredentials {
  const username = `${Math.floor(until.getTime() / 1_000)}:${call}.${person}`
  return { username, credential: credentialOf(secret, username) }
}

const credentialOf = (secret: string, username: string) => createHmac('sha1', secret).update(username).digest('base64')

/** The key of MESSAGE-INTEGRITY that belongs to a name (RFC 8489, long-term credentials). */
export const integrityKeyOf = (secret: string, username: string): Buffer =>
  keyOfCredentials({ username, credential: credentialOf(secret, username) })

/** Returns the same key as `integrityKeyOf`, in the way in which a browser computes it from its credentials. */
export const keyOfCredentials = ({ username, credential }: RelayCredentials): Buffer =>
  createHash('md5').update(`${username}:${relayRealm}:${credential}`).digest()

/** Reads a name; null if it does not have the form `<unix seconds>:<call>.<person>`. */
export function readUsername(username: string): (RelayOwner & { expiresAt: number }) | null {
  const [, seconds, call = '', person = ''] = /^(\d{1,12}):([\w-]{1,64})\.([\w-]{1,64})$/.exec(username) ?? []
  return seconds === undefined ? null : { expiresAt: Number(seconds), call, person }
}
