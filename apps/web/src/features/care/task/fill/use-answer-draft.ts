import type { Language } from '@attune/contract/common/text/text.schemas'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ChangedElsewhereError } from '../../../../platform/autosave/saved-value.ts'
import { useAutosave } from '../../../../platform/autosave/use-autosave.ts'
import type { TaskDetailsData } from '../mutations.ts'
import { parseAnswer, emptyAnswer, serializeAnswer } from './answer-text.ts'
import { languageOfMeasure } from './measure/measure-questions.ts'
import { questionnaireText } from './questionnaires.ts'

/**
 * The maximum length of a serialized answer, in characters. Five fields of 5,000 characters each fit, even if many
 * characters are escaped.
 */
export const maxSerializedAnswerLength = 60_000

/**
 * Returns the draft of an answer and the function that changes it. Stores input on this device at once, and on the
 * server shortly after. If two devices fill in the same task, the device that saves later shows both answers.
 */
export function useAnswerDraft({ task, form, draft, answer }: TaskDetailsData) {
  const client = useQueryClient()
  const locale = useLocale()
  const language = languageOfForm(form, locale.language)
  const initial = draft?.answer ?? answer?.answer ?? emptyAnswer(form, language)
  const parse = (text: string) => parseAnswer(text, form, language)
  const key = orpc.task.get.queryOptions({ input: { id: task.id } }).queryKey
  const saved = { text: serializeAnswer(initial), version: draft?.version ?? 0, updatedAt: draft?.savedAt ?? null }
  const { autosave, ...state } = useAutosave(`task-answer-${task.id}`, saved, {
    maximum: maxSerializedAnswerLength,
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
    autosave,
    state,
    value: parse(state.text),
    change: (next: TaskAnswer) => autosave.type(serializeAnswer(next)),
    theirs: state.theirs === null ? null : parse(state.theirs),
    setAsideAnswers: state.setAsideTexts.map(parse),
  }
}

/** Returns the language in which the items of a questionnaire or a measure are shown. */
function languageOfForm(form: TaskForm, wanted: string): Language {
  if (form.kind === 'questionnaire') return questionnaireText(form.name, wanted).language
  return form.kind === 'measure' && form.copy ? languageOfMeasure(form.copy.content, wanted) : 'en'
}

/**
 * Converts a refused save to a `ChangedElsewhereError`. The error contains the answer stored on the server, or null if
 * the task no longer accepts answers. Returns other errors unchanged.
 */
function conflictOf(error: unknown): unknown {
  if (errorCode(error) === 'CHANGED' && error instanceof ORPCError) {
    const { answer, version } = error.data as { answer: TaskAnswer; version: number }
    return new ChangedElsewhereError({ value: serializeAnswer(answer), version, updatedAt: null })
  }
  return errorCode(error) === 'ILLEGAL_TRANSITION' ? new ChangedElsewhereError(null) : error
}
