import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { listSharedPartsNaming } from './names/shared-parts.ts'
import { listNamesInRecord } from './names/list-places.ts'
import { startRecordExport } from './record-export.address.ts'

const on = implement(contract.recordExport).$context<Context>()

export const recordExportHandlers = {
  names: on.names.handler(({ input, context: { app, actor } }) => listNamesInRecord(app, actor, input)),

  sharedParts: on.sharedParts.handler(async ({ input, context: { app, actor } }) => ({
    items: await listSharedPartsNaming(app, actor, input.clientId),
  })),

  start: on.start.handler(({ input, context: { app, actor } }) => startRecordExport(app, actor, input)),
}
