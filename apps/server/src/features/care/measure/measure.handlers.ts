import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { answerFile, measureFile, readMeasureFileInProcess } from './measure.file.ts'
import { listMeasures, measureViewOf, requireMeasure } from './measure.queries.ts'
import { createMeasure, releaseMeasure, saveMeasure, setMeasureRemoved } from './measure.ts'

const on = implement(contract.measure).$context<Context>()
const done = { done: true } as const

export const measureHandlers = {
  list: operation(on.list, async (tx) => ({ items: await listMeasures(tx) })),

  get: operation(on.get, async (tx, input) => measureViewOf(await requireMeasure(tx, input.id))),

  create: operation(on.create, createMeasure),

  save: operation(on.save, saveMeasure),

  release: operation(on.release, releaseMeasure),

  remove: operation(on.remove, async (tx, input, now) => {
    await setMeasureRemoved(tx, input.id, now)
    return done
  }),

  restore: operation(on.restore, async (tx, input) => {
    await setMeasureRemoved(tx, input.id, null)
    return done
  }),

  readFile: on.readFile.handler(({ input }) => readMeasureFileInProcess(input.text)),

  exportFile: operation(on.exportFile, async (tx, input) => measureFile((await requireMeasure(tx, input.id)).content)),

  exportAnswer: operation(on.exportAnswer, (tx, input, now) => answerFile(tx, input.id, now)),
}
