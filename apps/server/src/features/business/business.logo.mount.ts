import { businessLimits } from '@attune/contract/features/business.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { missingAssurance } from '../../platform/auth/login.ts'
import { logoUploadLimit } from '../../platform/files/limits.ts'
import { NotAnImageError, encodeLogo } from '../../platform/files/picture-encoding.ts'
import { sendRefusal } from '../../platform/http/replies.ts'
import { saveLogo } from './business.logo.ts'
import { logoOf } from './business.ts'

/** The maximum size of the body of an upload, in bytes. It exceeds the limit of a logo, so that the route itself refuses with TOO_LARGE. */
const bodyLimit = businessLimits.logoUploadBytes + 1024 * 1024

/** Mounts the routes for the logo of a business. The body of an upload is the picture itself. Only its therapist can use them. */
export function mountBusinessLogo(app: FastifyInstance, appContext: AppContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.post('/api/storage/business-logo', { bodyLimit }, (request, reply) => upload(appContext, request, reply))
  })
  app.get('/api/storage/business-logo/:sha', (request, reply) =>
    download(appContext, request as FastifyRequest<{ Params: { sha: string } }>, reply),
  )
}

/** Returns the therapist who makes a request; null after refusing a request of anyone else. */
async function therapistOf({ auth }: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const login = await auth.readLogin(new Headers(request.headers as Record<string, string>))
  if (!login?.role) return void sendRefusal(request, reply, 401, 'NO_LOGIN')
  if (missingAssurance(login)) return void sendRefusal(request, reply, 401, 'STEP_UP')
  if (login.role !== 'therapist') return void sendRefusal(request, reply, 403, 'FORBIDDEN')
  return { role: 'therapist', id: login.userId } as const
}

async function upload(appContext: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const { auth, db, clock } = appContext
  const therapist = await therapistOf(appContext, request, reply)
  if (!therapist) return reply
  const hit = await auth.rateLimit.hit('business-logo', therapist.id, logoUploadLimit)
  if (!hit.allowed)
    return sendRefusal(request, reply.header('retry-after', String(hit.retryAfterSeconds)), 429, 'TOO_MANY')
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
  appContext: AppContext,
  request: FastifyRequest<{ Params: { sha: string } }>,
  reply: FastifyReply,
) {
  const therapist = await therapistOf(appContext, request, reply)
  if (!therapist) return reply
  const logo = await appContext.db.asActor(therapist, (tx) => logoOf(tx, request.params.sha))
  if (!logo) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  return reply
    .header('cache-control', 'private, max-age=3600')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(logo.mime)
    .send(logo.bytes)
}
