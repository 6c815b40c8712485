import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { startRecordExport } from './record-export.address.ts'

const on = implement(contract.recordExport).$context<Context>()

export const recordExportHandlers = {
  start: on.start.handler(({ input, context: { app, actor } }) => startRecordExport(app, actor, input)),
}
