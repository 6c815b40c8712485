import { businessLimits } from '@attune/contract/features/billing/business/business.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor } from '../../../platform/database/actor.ts'
import { logoUploadLimit } from '../../../platform/files/limits.ts'
import { NotAnImageError, encodeLogo } from '../../../platform/files/picture-encoding.ts'
import { requireCaller } from '../../../platform/http/request/caller.ts'
import { sendRefusal, sendTooMany } from '../../../platform/http/replies.ts'
import { findIssuerWithLogo, saveLogo } from './business.logo.ts'
import { findLogo } from './business.ts'

/** The maximum size of an upload's body, in bytes. It exceeds the limit of a logo, so that the route itself can refuse with TOO_LARGE. */
const bodyLimit = businessLimits.logoUploadBytes + 1024 * 1024

/**
 * Mounts the routes for business logos. The body of an upload is the picture itself. A therapist can upload and read their own logos; a client or
 * guardian can read the logos on the invoices that they can see.
 */
export function mountBusinessLogo(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.post('/api/storage/business-logo', { bodyLimit }, (request, reply) => upload(appContext, request, reply))
  })
  app.get('/api/storage/business-logo/:sha', (request, reply) =>
    download(appContext, request as FastifyRequest<{ Params: { sha: string } }>, reply),
  )
}

async function upload(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { auth, db, clock } = appContext
  const therapist = await requireCaller(appContext, [request, reply], { roles: ['therapist'] })
  if (!therapist) return reply
  const hit = await auth.rateLimit.hit('business-logo', therapist.id, logoUploadLimit)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const bytes = request.body
  if (!/^image\//i.test(request.headers['content-type'] ?? '') || !Buffer.isBuffer(bytes))
    return sendRefusal(request, reply, 415, 'UNSUPPORTED_TYPE')
  if (bytes.length > businessLimits.logoUploadBytes) return sendRefusal(request, reply, 413, 'TOO_LARGE')
  try {
    const logo = await encodeLogo(bytes)
    return reply.status(200).send(await db.asActor(therapist, (tx) => saveLogo(tx, logo, clock.now())))
  } catch (error) {
    if (error instanceof NotAnImageError) return sendRefusal(request, reply, 415, 'UNSUPPORTED_TYPE')
    throw error
  }
}

async function download(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: FastifyRequest<{ Params: { sha: string } }>,
  reply: FastifyReply,
) {
  const reader = await requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })
  if (!reader) return reply
  const logo = await readLogo(appContext, reader, request.params.sha)
  if (!logo) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  return reply
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(logo.mime)
    .send(logo.bytes)
}

/**
 * Returns a logo of the acting therapist, or one on an invoice that the acting client sees for themselves or as a guardian; null if there is none.
 */
async function readLogo({ db }: Pick<AppContext, 'db'>, reader: Actor, sha: string) {
  if (reader.role === 'therapist') return db.asActor(reader, (tx) => findLogo(tx, sha))
  const issuer = (as: Actor) => db.asActor(as, (tx) => findIssuerWithLogo(tx, sha))
  const therapistId = (await issuer(reader)) ?? (await issuer({ role: 'guardian', id: reader.id, actingFor: null }))
  return therapistId === null ? null : db.asActor({ role: 'worker', id: therapistId }, (tx) => findLogo(tx, sha))
}
