import { z } from 'zod'
import { byId, Done, EmptyInput, MeasureId, TaskId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { maxMeasureFileLength } from './measure.limits.ts'
import { MeasureContent, MeasureFile, MeasureSummary, MeasureView } from './measure.schemas.ts'

/** A file for the caller to save. */
const JsonFile = z.strictObject({ fileName: z.string(), json: z.string() })

const revision = z.int().min(1).max(2_000_000_000)

/** The measure has changed since `revision`. `data` is the current measure. */
const CHANGED = { CHANGED: { status: 409, data: MeasureView } } as const

/** The tables of this feature that a browser can subscribe to. */
export const measureTables = {
  measures: { table: 'measure', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Scored questionnaires that a therapist writes or imports. */
export const measure = {
  /** The therapist's measures without deleted ones, sorted by title. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(MeasureSummary) })),
  get: read.input(byId(MeasureId)).output(MeasureView),
  /** Creates a measure. Repeating the call returns the measure. Refuses with LIMIT_REACHED for more than `measureLimits.measures`. */
  create: write
    .input(z.strictObject({ id: MeasureId, content: MeasureContent }))
    .output(MeasureView)
    .errors(limitRefusal),
  /** Saves the draft. `revision` is the revision of the draft on which the change is based. Refuses with CHANGED. */
  save: write
    .input(z.strictObject({ id: MeasureId, revision, content: MeasureContent }))
    .output(MeasureView)
    .errors(CHANGED),
  /**
   * Releases the draft, so that new tasks get it. As long as no task has a copy of the released version, the draft replaces it; otherwise it becomes
   * a new version. `isComparable`: whether scores of the new version can be compared with those of the previous version. Refuses with CHANGED, and
   * with INCOMPLETE if the draft has problems. Repeating the call changes nothing.
   */
  release: write
    .input(z.strictObject({ id: MeasureId, revision, isComparable: z.boolean() }))
    .output(MeasureView)
    .errors({ ...CHANGED, INCOMPLETE: { status: 409 } }),
  /** Deletes a measure. Copies that were sent remain. */
  remove: write.input(byId(MeasureId)).output(Done),
  /** Restores a deleted measure. Refuses with LIMIT_REACHED. */
  restore: write.input(byId(MeasureId)).output(Done).errors(limitRefusal),
  /** Reads a file with a FHIR Questionnaire (R4, JSON) without storing it. `create` stores its content after the therapist has confirmed it. */
  readFile: read.input(z.strictObject({ text: z.string().max(maxMeasureFileLength) })).output(MeasureFile),
  /** The draft of a measure as a FHIR Questionnaire (R4). */
  exportFile: read.input(byId(MeasureId)).output(JsonFile),
  /** The answer to a task with a measure as a FHIR QuestionnaireResponse (R4). Refuses with NOT_FOUND if there is no answer that the caller sees. */
  exportAnswer: read.input(byId(TaskId)).output(JsonFile),
}
