import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import {
  addDocument,
  answerDocumentRequest,
  askForDocument,
  cancelDocumentRequest,
  listClientDocuments,
  listOwnDocuments,
  setDocumentDeleted,
  shareDocument,
} from './document.ts'

const on = implement(contract.document).$context<Context>()
const done = { done: true } as const

export const documentHandlers = {
  ofClient: operation(on.ofClient, (tx, input) => listClientDocuments(tx, input.clientId)),

  add: operation(on.add, async (tx, input) => {
    await addDocument(tx, input)
    return done
  }),

  share: operation(on.share, async (tx, input) => {
    await shareDocument(tx, input)
    return done
  }),

  remove: operation(on.remove, async (tx, input, now) => {
    await setDocumentDeleted(tx, input, now)
    return done
  }),

  restore: operation(on.restore, async (tx, input) => {
    await setDocumentDeleted(tx, input, null)
    return done
  }),

  ask: operation(on.ask, async (tx, input) => {
    await askForDocument(tx, input)
    return done
  }),

  cancelRequest: operation(on.cancelRequest, async (tx, input, now) => {
    await cancelDocumentRequest(tx, input, now)
    return done
  }),

  mine: operation(on.mine, listOwnDocuments),

  answer: operation(on.answer, async (tx, input, now) => {
    await answerDocumentRequest(tx, input, now)
    return done
  }),
}
