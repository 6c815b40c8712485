import type { FastifyInstance } from 'fastify'
import { createHmac } from 'node:crypto'
import type { Secrets } from '../../secrets/secrets.ts'

export const addressProofPath = '/health/installation/'

/** Returns the proof for a nonce, in base64url. Only a server with the secrets of this installation can compute it. */
export const addressProof = ({ cookieKey }: Pick<Secrets, 'cookieKey'>, nonce: string): string =>
  createHmac('sha256', cookieKey).update(`installation ${nonce}`).digest('base64url')

/** Mounts the route at which the installation proves that it is reachable at its public address. */
export function mountAddressProof(app: FastifyInstance, secrets: Pick<Secrets, 'cookieKey'>): void {
  app.get<{ Params: { nonce: string } }>(`${addressProofPath}:nonce`, async ({ params: { nonce } }, reply) => {
    if (!/^[\w-]{32}$/.test(nonce)) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').send(addressProof(secrets, nonce))
  })
}
