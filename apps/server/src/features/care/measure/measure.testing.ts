import type { MeasureContent, MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import { randomUUID } from 'node:crypto'
import type { Person } from '../../../testing/people.ts'

/** Creates a measure with this content and releases it. */
export async function releasedMeasure(
  { api }: Person,
  content: MeasureContent = sampleMeasure(),
): Promise<MeasureView> {
  const { id, revision } = await api.measure.create({ id: randomUUID(), content })
  return api.measure.release({ id, revision, isComparable: false })
}
