import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { deleteRecordCopy, listRecordCopies } from './record-copy.ts'

const on = implement(contract.recordCopy).$context<Context>()

export const recordCopyHandlers = {
  ofSession: operation(on.ofSession, async (tx, { sessionId }) => ({
    items: await listRecordCopies(tx, 'session-note', sessionId),
  })),

  notesOfClient: operation(on.notesOfClient, async (tx, { clientId }) => ({
    items: await listRecordCopies(tx, 'client-note', clientId),
  })),

  profilesOfClient: operation(on.profilesOfClient, async (tx, { clientId }) => ({
    items: await listRecordCopies(tx, 'profile', clientId),
  })),

  formsOfClient: operation(on.formsOfClient, async (tx, { clientId }) => ({
    items: await listRecordCopies(tx, 'form', clientId),
  })),

  delete: operation(on.delete, async (tx, { id }) => {
    await deleteRecordCopy(tx, id)
    return { done: true as const }
  }),
}
