import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Options = Record<string, unknown> & { challenge: string; rp?: { id: string }; rpId?: string }
/** The deviations of a test authenticator from a correct response. */
export type AuthenticatorFault = { unverified?: boolean; origin?: string; challenge?: string; rpId?: string }

/**
 * Creates an authenticator in software, with the algorithm ES256 and the attestation 'none' (WebAuthn level 3, 6.1 and
 * 6.5).
 */
export function createTestAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, options: Options, wrong: AuthenticatorFault) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? options.challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    )
  function authData(rpId: string, wrong: AuthenticatorFault, attested: Buffer = Buffer.alloc(0)) {
    const [present, verified, credential] = [1, wrong.unverified ? 0 : 4, attested.length ? 64 : 0]
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([present | verified | credential]), count, attested])
  }
  const common = () => ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const })

  return {
    id: id.toString('base64url'),
    register(options: Options, wrong: AuthenticatorFault = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const data = authData(wrong.rpId ?? options.rp?.id ?? '', wrong, attested)
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      return {
        ...common(),
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, wrong).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer(options: Options, wrong: AuthenticatorFault = {}) {
      const client = clientData('webauthn.get', options, wrong)
      const data = authData(wrong.rpId ?? options.rpId ?? '', wrong)
      return {
        ...common(),
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Encodes a public key as COSE (RFC 9052): key type EC2, algorithm ES256, curve P-256, x and y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const pairs: [number, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]
  return cbor(new Map(pairs))
}

/** Encodes a value as CBOR (RFC 8949). Supports only the types that an attestation contains. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const map = value as Map<unknown, unknown>
  return Buffer.concat([head(5, map.size), ...[...map].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}
