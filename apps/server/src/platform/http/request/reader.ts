import type { ClientId } from '@attune/contract/common/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { isUuid } from '../../text/uuid.ts'
import { sendRefusal } from '../replies.ts'
import { type Caller, requireCaller } from './caller.ts'

type Reader = Caller<'therapist' | 'client'> | { role: 'guardian'; id: string; actingFor: ClientId }

/**
 * Returns who downloads a document of a client: the caller, or with `clientId` from the address the caller as a guardian of this client. Sends a
 * refusal and returns null if there is no such caller.
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
