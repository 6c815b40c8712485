import type { Contract } from '@attune/contract'
import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import type { Ownership } from '../../../platform/policy/policy.ts'
import type { TestContext } from '../../../testing/fixtures/test-context.ts'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'
import type { SampleRows } from '../../../testing/samples/sample-rows.ts'

const measure = (context: TestContext, whose: Ownership) => ({ id: context.fixturesOf(whose).measureId })

const inputs = {
  list: emptyInput,
  get: { input: measure },
  create: { input: (context) => ({ id: context.newId(), content: sampleMeasure() }) },
  save: { input: (context, whose) => ({ ...measure(context, whose), revision: 1, content: sampleMeasure() }) },
  release: { input: (context, whose) => ({ ...measure(context, whose), revision: 1, isComparable: false }) },
  remove: { input: measure },
  restore: { input: measure },
  readFile: { input: () => ({ text: '{}' }) },
  exportFile: { input: measure },
  exportAnswer: { input: (context, whose) => ({ id: context.fixturesOf(whose).answeredMeasureId }) },
} satisfies SampleInputs<Contract['measure']>

const rows = {
  measure: ({ therapistId, mark, rowId }) => ({
    id: rowId('measure'),
    therapist_id: therapistId,
    content: { ...sampleMeasure(), title: mark },
  }),
  measure_version: ({ therapistId, mark, rowId }) => ({
    therapist_id: therapistId,
    measure_id: rowId('measure'),
    version: 1,
    comparable_from: 1,
    content: { ...sampleMeasure(), title: mark },
    released_at: '2031-05-05T09:00:00Z',
  }),
} satisfies Partial<SampleRows>

export const measureSamples = { inputs, rows }
