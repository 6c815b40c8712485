import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { listTherapists } from '../connection/connection.ts'
import { findOwnExport } from './personal-export.queries.ts'
import { orderDownload, removePersonalExport, startPersonalExport } from './personal-export.ts'

const on = implement(contract.personalExport).$context<Context>()
const done = { done: true } as const

export const personalExportHandlers = {
  find: on.find.handler(({ context: { app, actor } }) =>
    app.db.asActor(actor, async (tx) => {
      const now = app.clock.now()
      const therapists = actor.role === 'client' ? await listTherapists(tx, now) : []
      return {
        latest: await findOwnExport(tx, 'personal', now),
        // A person can have several records with one therapist.
        therapists: [
          ...new Map(therapists.map(({ therapistId, name }) => [therapistId, { id: therapistId, name }])).values(),
        ],
      }
    }),
  ),

  start: on.start.handler(async ({ context }) => {
    await startPersonalExport(context, null)
    return done
  }),

  download: on.download.handler(({ context }) => orderDownload(context, 'personal')),

  remove: on.remove.handler(async ({ context }) => {
    await removePersonalExport(context, 'personal')
    return done
  }),

  findRecords: operation(on.findRecords, async (tx, _, now) => ({ latest: await findOwnExport(tx, 'records', now) })),

  startRecords: on.startRecords.handler(async ({ input, context }) => {
    await startPersonalExport(context, input)
    return done
  }),

  downloadRecords: on.downloadRecords.handler(({ context }) => orderDownload(context, 'records')),

  removeRecords: on.removeRecords.handler(async ({ context }) => {
    await removePersonalExport(context, 'records')
    return done
  }),
}
