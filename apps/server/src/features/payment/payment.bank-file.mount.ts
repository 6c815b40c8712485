import { maxBankFileBytes, type BankFileAnswer } from '@attune/contract/features/payment.bank-file.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { bankFileLimit } from '../../platform/files/limits.ts'
import { requireCaller } from '../../platform/http/caller.ts'
import { sendRefusal } from '../../platform/http/replies.ts'
import { readBankFile } from './payment.bank-file.ts'
import { readOptions, reviewOf } from './payment.bank-review.ts'

/** The maximum size of the body of an upload, in bytes. It exceeds the limit of a file, so that the route itself refuses with TOO_LARGE. */
const bodyLimit = maxBankFileBytes + 1024 * 1024

/**
 * Mounts the upload of a bank file. The body is the file itself. The answer is a `BankFileAnswer`; the second address
 * describes the columns of a CSV file also if their mapping is saved. Nothing of the file is stored or logged.
 */
export function mountBankFile(app: FastifyInstance, appContext: AppContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    for (const [path, describe] of [
      ['', false],
      ['/columns', true],
    ] as const)
      scope.post(`/api/storage/bank-file${path}`, { bodyLimit }, (request, reply) =>
        review(appContext, request, { reply: reply.header('cache-control', 'private, no-store'), describe }),
      )
  })
}

async function review(
  { auth, db, clock }: AppContext,
  request: FastifyRequest,
  { reply, describe }: { reply: FastifyReply; describe: boolean },
) {
  const therapist = await requireCaller({ auth }, [request, reply], { roles: ['therapist'] })
  if (!therapist) return reply
  const hit = await auth.rateLimit.hit('bank-file', therapist.id, bankFileLimit)
  if (!hit.allowed)
    return sendRefusal(request, reply.header('retry-after', String(hit.retryAfterSeconds)), 429, 'TOO_MANY')
  const bytes = request.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return sendRefusal(request, reply, 422, 'EMPTY')
  if (bytes.length > maxBankFileBytes) return sendRefusal(request, reply, 413, 'TOO_LARGE')
  const options = await db.asActor(therapist, (tx) => readOptions(tx, describe))
  const read = await readBankFile(bytes, options)
  if ('problem' in read) return sendRefusal(request, reply, read.problem === 'TOO_LARGE' ? 413 : 422, read.problem)
  if ('table' in read) return reply.send({ step: 'columns', table: read.table } satisfies BankFileAnswer)
  const found = await reviewOf((work) => db.asActor(therapist, work), read.file, clock.now())
  return reply.send({ step: 'review', ...found } satisfies BankFileAnswer)
}
