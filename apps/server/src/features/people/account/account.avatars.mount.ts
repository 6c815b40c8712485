import { maxAvatarBytes } from '@attune/contract/common/constants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { isOtherAccount } from '../../../platform/auth/login/cookies.ts'
import { sendRefusal, sendTooMany } from '../../../platform/http/replies.ts'
import { NotAnImageError, encodeAvatar } from '../../../platform/files/picture-encoding.ts'
import { avatarUploadLimit } from '../../../platform/files/limits.ts'

/**
 * The maximum size of the body of an upload, in bytes. It exceeds `maxAvatarBytes`, so that the route itself can
 * refuse a slightly too large image with TOO_LARGE.
 */
const bodyLimit = 6 * 1024 * 1024

/** Mounts the routes for avatars. The body of an upload is the image itself. A download needs no login. */
export function mountAvatars(app: FastifyInstance, context: Pick<AppContext, 'auth' | 'avatars'>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.post('/api/storage/avatars', { bodyLimit }, (request, reply) => upload(context, request, reply))
  })
  app.get('/avatars/*', (request, reply) => download(context, request, reply))
}

async function upload(context: Pick<AppContext, 'auth' | 'avatars'>, request: FastifyRequest, reply: FastifyReply) {
  const headers = new Headers(request.headers as Record<string, string>)
  const login = await context.auth.readLogin(headers)
  if (!login) return sendRefusal(request, reply, 401, 'NO_LOGIN')
  if (login.isLocked) return sendRefusal(request, reply, 401, 'SCREEN_LOCKED')
  if (isOtherAccount(headers, login)) return sendRefusal(request, reply, 409, 'OTHER_ACCOUNT')
  const hit = await context.auth.rateLimit.hit('avatar', login.userId, avatarUploadLimit)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const bytes = request.body
  if (!/^image\//i.test(request.headers['content-type'] ?? '') || !Buffer.isBuffer(bytes)) {
    return sendRefusal(request, reply, 415, 'UNSUPPORTED_TYPE')
  }
  if (bytes.length > maxAvatarBytes) return sendRefusal(request, reply, 413, 'TOO_LARGE')
  try {
    const path = await context.avatars.put(login.userId, await encodeAvatar(bytes))
    return reply.status(200).send({ path, url: `/avatars/${path}` })
  } catch (error) {
    if (error instanceof NotAnImageError) return sendRefusal(request, reply, 415, 'UNSUPPORTED_TYPE')
    throw error
  }
}

async function download(context: Pick<AppContext, 'avatars'>, request: FastifyRequest, reply: FastifyReply) {
  const path = (request.url.split('?', 1)[0] ?? '').slice('/avatars/'.length)
  const picture = await context.avatars.read(path)
  if (!picture) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  return (
    reply
      .header('cache-control', 'public, max-age=3600')
      // The pages of the native app have another origin and must be able to load avatars.
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/webp')
      .send(picture)
  )
}
