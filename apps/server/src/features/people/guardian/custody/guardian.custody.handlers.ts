import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../../platform/policy/context.ts'
import { operation } from '../../../../platform/policy/operation.ts'
import { listCustodyNotes, removeCustodyNote, saveCustodyNote } from './custody.ts'

const on = implement(contract.guardian).$context<Context>()

export const guardianCustodyHandlers = {
  custodyNotes: operation(on.custodyNotes, async (tx, { clientId }) => ({
    items: await listCustodyNotes(tx, clientId),
  })),

  saveCustodyNote: operation(on.saveCustodyNote, (tx, input) => saveCustodyNote(tx, input)),

  removeCustodyNote: operation(on.removeCustodyNote, async (tx, input) => {
    await removeCustodyNote(tx, input)
    return { done: true as const }
  }),
}
