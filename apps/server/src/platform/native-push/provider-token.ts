import { type KeyObject, sign } from 'node:crypto'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

type Signed = { algorithm: 'RS256' | 'ES256'; key: KeyObject; header?: object; claims: object }

/** Returns a signed JSON web token (RFC 7515). */
export function signToken({ algorithm, key, header = {}, claims }: Signed): string {
  const text = `${encode({ alg: algorithm, typ: 'JWT', ...header })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
