import type { AssistantSource, OfferedSource } from '@attune/contract/features/assistant/assistant/assistant'
import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { answerLines, questionLines } from '../../../care/task/task.ts'
import {
  listEntrySources,
  listMessageSources,
  listNoteSources,
  type RecordHead,
  listTaskSources,
  type TaskRow,
} from './sources.queries.ts'

/** A part of a record with its text. */
export type SourceText = AssistantSource & { title: string; at: string; text: string }

/** Counts the words of a text, separated by white space. */
export const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0

const titleLength = 60

/**
 * Returns the sources of a record with their texts, latest first: all that a therapist can choose, or the chosen ones in their order. Row policies
 * exclude private entries and records of others. Refuses with NOT_FOUND if a chosen source is not available.
 */
export async function listSourceTexts(
  tx: Tx,
  { id, accountId }: Pick<RecordHead, 'id' | 'accountId'>,
  wanted: readonly AssistantSource[] | null,
): Promise<SourceText[]> {
  const idsOf = (...kinds: AssistantSource['kind'][]) =>
    wanted && wanted.filter(({ kind }) => kinds.includes(kind)).map((source) => source.id)
  const [notes, entries, tasks, messages] = await Promise.all([
    listNoteSources(tx, id, idsOf('note')),
    listEntrySources(tx, accountId, idsOf('entry')),
    listTaskSources(tx, id, idsOf('task', 'check-in')),
    listMessageSources(tx, id, idsOf('message')),
  ])
  const all: SourceText[] = [
    ...notes.map((row) => ({
      kind: 'note' as const,
      id: row.id,
      at: row.at,
      title: '',
      text: listInvoiceLines(row.text, ...row.addenda),
    })),
    ...entries.map((row) => ({
      kind: 'entry' as const,
      id: row.id,
      at: row.at,
      title: row.title,
      text: listInvoiceLines(row.title, plainTextOf(row.content, { withImages: false })),
    })),
    ...tasks.map(taskSource),
    ...messages.map((row) => ({
      kind: 'message' as const,
      id: row.id,
      at: row.at,
      title: row.text.slice(0, titleLength).trim(),
      text: row.text,
    })),
  ]
  if (!wanted) return all.filter(({ text }) => text !== '').toSorted((one, other) => other.at.localeCompare(one.at))
  return wanted.map((source) => {
    const found = all.find(({ kind, id: known }) => kind === source.kind && known === source.id)
    if (!found) throw notFound()
    return found
  })
}

/** Returns the sources that a therapist can choose, without their texts. */
export async function listOfferedSources(tx: Tx, head: RecordHead): Promise<OfferedSource[]> {
  const sources = await listSourceTexts(tx, head, null)
  return sources.map(({ text, ...source }) => ({
    ...source,
    words: wordsIn(text),
    sinceLastSession: head.lastSessionAt === null || source.at > head.lastSessionAt,
  }))
}

const listInvoiceLines = (...parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n')

function taskSource({ id, at, kind, title, description, form, answer, score }: TaskRow): SourceText {
  const text = listInvoiceLines(
    title,
    plainTextOf(description, { withImages: false }),
    ...(answer ? answerLines(form, answer) : questionLines(form)),
    ...(score === null ? [] : [`= ${score}`]),
  )
  return { kind: kind === 'check-in' ? 'check-in' : 'task', id, at, title, text }
}
