import type { TaskId } from '@attune/contract/common/ids'
import { questionnaireToFhir } from '@attune/contract/features/care/measure/fhir/measure.fhir-export'
import { responseToFhir } from '@attune/contract/features/care/measure/fhir/measure.fhir-response'
import type { MeasureContent, MeasureFile } from '@attune/contract/features/care/measure/measure.schemas'
import { join } from 'node:path'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { createQueue, parseInProcess, type ParserLimits } from '../../../platform/process/parser-process.ts'
import { readTaskDetail } from '../task/task.ts'

/** The limits of the process that reads a file. */
const limits: ParserLimits = { timeoutMs: 15_000, maxMegabytes: 256, maxOutputBytes: 8 * 1024 * 1024 }
const inTurn = createQueue()

/**
 * Reads the text of a file with a questionnaire in a separate process, one file at a time, so that a malicious file cannot slow down or crash the
 * server. A file whose reading fails or exceeds a limit is unreadable.
 */
export async function readMeasureFileInProcess(text: string): Promise<MeasureFile> {
  const script = join(import.meta.dirname, 'measure-file.worker.ts')
  const lines = await inTurn(() => parseInProcess(script, { input: [text], limits }))
  return (lines?.[0] as MeasureFile | undefined) ?? { kind: 'refused', refusal: 'unreadable', parts: [] }
}

const fileOf = (title: string, json: object) => ({
  fileName: `${title.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80) || 'questionnaire'}.json`,
  json: JSON.stringify(json, null, 2),
})

/** Returns a measure as a FHIR Questionnaire. */
export const measureFile = (content: MeasureContent) => fileOf(content.title, questionnaireToFhir(content))

/**
 * Returns the answer to a task as a FHIR QuestionnaireResponse, as the actor sees it. Refuses with NOT_FOUND for a task without a submitted answer to
 * a measure.
 */
export async function answerFile(tx: Tx, id: TaskId, now: Date) {
  const { form, answer: last } = await readTaskDetail(tx, id, now)
  if (form.kind !== 'measure' || !form.copy || last?.answer.kind !== 'measure') throw notFound()
  const { measureId, answers, language } = last.answer
  const authored = last.answeredAt ?? last.handedInAt
  return fileOf(form.copy.content.title, responseToFhir({ measureId, copy: form.copy, answers, language, authored }))
}
