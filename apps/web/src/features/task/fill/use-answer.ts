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

/** The maximum length of a serialized answer in characters: five fields of 5,000 characters, plus escaping. */
export const longestAnswer = 60_000

/**
 * The answer while it is filled in. Input is stored on this device at once and on the server shortly after. If two
 * devices fill in the same task, the later one is shown both answers, so that neither loses text.
 */
export function useAnswer({ task, form, draft, answer }: Details) {
  const client = useQueryClient()
  const reader = useReader()
  const language = form.kind === 'questionnaire' ? textsOf(form.name, reader.language).language : 'en'
  const initial = draft?.answer ?? answer?.answer ?? emptyAnswer(form, language)
  const parse = (text: string) => answerOf(text, form, language)
  const key = query.task.get.queryOptions({ input: { id: task.id } }).queryKey
  const saved = { text: textOf(initial), version: draft?.version ?? 0, updatedAt: draft?.savedAt ?? null }
  const { writing, ...look } = useWriting(`task-answer-${task.id}`, saved, {
    maximum: longestAnswer,
    async send(text, version) {
      try {
        const savedDraft = await api.task.saveDraft({ id: task.id, answer: parse(text), version })
        return { version: savedDraft.version, updatedAt: savedDraft.savedAt }
      } catch (error) {
        throw conflictOf(error)
      }
    },
    onSaved({ text, version, updatedAt }) {
      const savedDraft = { answer: parse(text), version, savedAt: updatedAt ?? '' }
      client.setQueryData(key, (details) => details && { ...details, draft: savedDraft })
    },
  })
  return {
    writing,
    look,
    value: parse(look.text),
    change: (next: TaskAnswer) => writing.type(textOf(next)),
    theirs: look.theirs === null ? null : parse(look.theirs),
    aside: look.aside.map(parse),
  }
}

/** Converts a refused save: `Elsewhere` with the stored answer, or with null if the task takes no answer any more. */
function conflictOf(error: unknown): unknown {
  if (codeOf(error) === 'CHANGED' && error instanceof ORPCError) {
    const { answer, version } = error.data as { answer: TaskAnswer; version: number }
    return new Elsewhere({ text: textOf(answer), version, updatedAt: null })
  }
  return codeOf(error) === 'ILLEGAL_TRANSITION' ? new Elsewhere(null) : error
}
