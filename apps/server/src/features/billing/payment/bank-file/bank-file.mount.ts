import {
  maxBankFileBytes,
  type BankFileAnswer,
} from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { AppContext } from '../../../../platform/app-context.ts'
import { bankFileLimit } from '../../../../platform/files/limits.ts'
import { type Caller, requireCaller } from '../../../../platform/http/request/caller.ts'
import { sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { jsonInBatches } from '../bank/batch.ts'
import { readBankFile } from './bank-file.ts'
import { readOptions, reviewOf } from '../bank/review.ts'

/** The maximum size of the body of an upload, in bytes. It exceeds the limit of a file, so that the route itself refuses with TOO_LARGE. */
const bodyLimit = maxBankFileBytes + 1024 * 1024

/** The wait in seconds that is suggested to a therapist whose other file is still being read. */
const busySeconds = 5

/**
 * Mounts the upload of a bank file. The body is the file itself; the response is a `BankFileAnswer`. The second address describes the columns of a
 * CSV file even if their mapping is saved. The file is neither stored nor logged. The body is read only after checking the caller and the upload
 * limit, and only one file per therapist is read at a time.
 */
export function mountBankFile(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  const turns = createTurns()
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_, body, done) => done(null, body))
    scope.addHook('onRequest', async (request, reply) => {
      const therapist = await requireCaller(appContext, [request, reply], { roles: ['therapist'] })
      if (!therapist) return reply
      const hit = await appContext.auth.rateLimit.hit('bank-file', therapist.id, bankFileLimit)
      const wait = hit.allowed ? busySeconds : hit.retryAfterSeconds
      if (hit.allowed && turns.take(therapist, [request, reply])) return
      return sendTooMany(request, reply, wait)
    })
    for (const [path, describe] of [
      ['', false],
      ['/columns', true],
    ] as const)
      scope.post(`/api/storage/bank-file${path}`, { bodyLimit }, (request, reply) =>
        turns.use([request, reply], (therapist) =>
          review(appContext, request, {
            reply: reply.header('cache-control', 'private, no-store'),
            describe,
            therapist,
          }),
        ),
      )
  })
}

type Therapist = Caller<'therapist'>

/**
 * Lets each therapist have one request at a time. A turn ends when the response was sent or the connection was lost, but not before the work of the
 * request has ended.
 */
function createTurns() {
  const taken = new Set<string>()
  const therapists = new WeakMap<FastifyRequest, Therapist>()
  const worked = new WeakSet<FastifyRequest>()
  return {
    /** Returns whether the therapist has a turn, which begins with this call. */
    take(therapist: Therapist, [request, reply]: [FastifyRequest, FastifyReply]): boolean {
      if (taken.has(therapist.id) || reply.raw.destroyed) return false
      taken.add(therapist.id)
      therapists.set(request, therapist)
      reply.raw.once('close', () => {
        if (!worked.has(request)) taken.delete(therapist.id)
      })
      return true
    },
    /** Runs the work of a request that has got its turn. */
    async use<T>([request, reply]: [FastifyRequest, FastifyReply], work: (therapist: Therapist) => Promise<T>) {
      const therapist = therapists.get(request)
      if (!therapist) throw new Error('a bank file has no turn')
      worked.add(request)
      try {
        return await work(therapist)
      } finally {
        worked.delete(request)
        if (reply.raw.destroyed) taken.delete(therapist.id)
      }
    },
  }
}

async function review(
  { db, clock }: Pick<AppContext, 'clock' | 'db'>,
  request: FastifyRequest,
  { reply, describe, therapist }: { reply: FastifyReply; describe: boolean; therapist: Therapist },
) {
  const bytes = request.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return sendRefusal(request, reply, 422, 'EMPTY')
  if (bytes.length > maxBankFileBytes) return sendRefusal(request, reply, 413, 'TOO_LARGE')
  const options = await db.asActor(therapist, (tx) => readOptions(tx, describe))
  const read = await readBankFile(bytes, options)
  if ('problem' in read) return sendRefusal(request, reply, read.problem === 'TOO_LARGE' ? 413 : 422, read.problem)
  if ('table' in read) return reply.send({ step: 'columns', table: read.table } satisfies BankFileAnswer)
  const found = await reviewOf((work) => db.asActor(therapist, work), read.file, clock.now())
  const answer = { step: 'review', ...found } satisfies BankFileAnswer
  // Streams the response, because writing a large one at once would block the server.
  return reply.type('application/json; charset=utf-8').send(Readable.from(jsonInBatches(answer), { objectMode: false }))
}
