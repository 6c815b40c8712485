import type { ClientId } from '@attune/contract/common/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import type { Tx } from '../../database/actor.ts'
import { insertAudit } from '../../policy/audit.ts'
import { isUuid } from '../../text/uuid.ts'
import { sendRefusal } from '../replies.ts'
import { type Caller, requireCaller } from './caller.ts'

type Reader = Caller<'therapist' | 'client'> | { role: 'guardian'; id: string; actingFor: ClientId }

/**
 * Returns the person who downloads a document of a client: the caller, or the caller as a guardian of the client `clientId` if the address contains
 * it. Sends a refusal and returns null if there is no such caller.
 */
export async function requireReader(
  appContext: Pick<AppContext, 'auth'>,
  [request, reply]: [FastifyRequest, FastifyReply],
  clientId: ClientId | undefined,
): Promise<Reader | null> {
  if (clientId === undefined)
    return requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] as const })
  const caller = await requireCaller(appContext, [request, reply], { roles: ['client'] as const })
  if (!caller) return null
  if (isUuid(clientId.toLowerCase())) return { role: 'guardian', id: caller.id, actingFor: clientId }
  sendRefusal(request, reply, 404, 'NOT_FOUND')
  return null
}

type Opening = { resource: 'invoice' | 'superbill'; id: string; requestId: string; now: Date }

/**
 * Records that a client or a guardian opens a document, before it is sent: in the audit log, and for a guardian in the client's access log. The
 * opening by the therapist who made the document is not recorded.
 */
export async function recordReading(tx: Tx, reader: Reader, { resource, id, requestId, now }: Opening): Promise<void> {
  if (reader.role === 'therapist') return
  await insertAudit(tx, { action: 'open', resource, resourceId: id, requestId })
  if (reader.role === 'guardian') await tx.run('select def.leave_guardian_line($1, $2, $3)', [resource, id, now])
}
