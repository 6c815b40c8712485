import type { TaskAnswer } from '@attune/contract/features/task.forms'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { api, query } from '../../../platform/api.ts'
import { codeOf } from '../../../platform/faults.ts'
import { useReader } from '../../../platform/reader.ts'
import { Elsewhere, useWriting } from '../../note/note.ts'
import type { Details } from '../acts.ts'
import { answerOf, emptyAnswer, textOf } from './answers.ts'
import { textsOf } from './questionnaires.ts'

/** An answer has at most five fields of 5,000 characters, and some marks around them. */
export const longestAnswer = 60_000

/**
 * What is being filled in: every key on this device at once, and on the server soon after. Of two devices that fill in
 * the same task neither loses a word: the later one is shown both.
 */
export function useAnswer({ task, form, draft, answer }: Details) {
  const client = useQueryClient()
  const reader = useReader()
  const language = form.kind === 'questionnaire' ? textsOf(form.name, reader.language).language : 'en'
  const begin = draft?.answer ?? answer?.answer ?? emptyAnswer(form, language)
  const understood = (text: string) => answerOf(text, form, language)
  const key = query.task.get.queryOptions({ input: { id: task.id } }).queryKey
  const saved = { text: textOf(begin), version: draft?.version ?? 0, updatedAt: draft?.savedAt ?? null }
  const { writing, ...look } = useWriting(`task-answer-${task.id}`, saved, {
    maximum: longestAnswer,
    async send(text, version) {
      try {
        const kept = await api.task.saveDraft({ id: task.id, answer: understood(text), version })
        return { version: kept.version, updatedAt: kept.savedAt }
      } catch (error) {
        throw elsewhere(error)
      }
    },
    onSaved({ text, version, updatedAt }) {
      const kept = { answer: understood(text), version, savedAt: updatedAt ?? '' }
      client.setQueryData(key, (details) => details && { ...details, draft: kept })
    },
  })
  return {
    writing,
    look,
    value: understood(look.text),
    change: (next: TaskAnswer) => writing.type(textOf(next)),
    theirs: look.theirs === null ? null : understood(look.theirs),
    aside: look.aside.map(understood),
  }
}

/** What a refused save means to the text: another one stands there, or none is taken any more. */
function elsewhere(error: unknown): unknown {
  if (codeOf(error) === 'CHANGED' && error instanceof ORPCError) {
    const { answer, version } = error.data as { answer: TaskAnswer; version: number }
    return new Elsewhere({ text: textOf(answer), version, updatedAt: null })
  }
  return codeOf(error) === 'ILLEGAL_TRANSITION' ? new Elsewhere(null) : error
}
