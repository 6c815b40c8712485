import type { FormFieldId } from '@attune/contract/common/ids'
import { fittingAnswers } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useQueryClient } from '@tanstack/react-query'
import { ChangedElsewhereError } from '../../../../platform/autosave/saved-value.ts'
import { useAutosave } from '../../../../platform/autosave/use-autosave.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { useFormAccess } from './form-access.ts'

/** The maximum length of the serialized answers of one form, in characters. */
export const maxSerializedAnswers = 900_000

/** Serializes answers. Equal answers give equal texts, in whatever order they were given. */
const serialize = (answers: FormAnswers) =>
  JSON.stringify(Object.fromEntries(Object.entries(answers).toSorted(([one], [other]) => one.localeCompare(other))))

const parse = (text: string): FormAnswers => (text ? (JSON.parse(text) as FormAnswers) : {})

/**
 * Returns the answers of a form and a function that changes one. Stores input on this device at once, and on the server shortly after. If two
 * devices fill in the same form, the device that saves later shows both versions.
 */
export function useFormAnswers({ id, content, answers, draftVersion, savedAt }: OwnFormView) {
  const cache = useQueryClient()
  const access = useFormAccess()
  const saved = { text: serialize(answers), version: draftVersion, updatedAt: savedAt }
  const { autosave, ...state } = useAutosave(access.draftName(id), saved, {
    maximum: maxSerializedAnswers,
    async send(text, version) {
      try {
        const made = await access.saveAnswers({ id, draftVersion: version, answers: parse(text) })
        return { version: made.draftVersion, updatedAt: made.savedAt }
      } catch (error) {
        throw conflictOf(error)
      }
    },
    onSaved({ text, version, updatedAt }) {
      cache.setQueryData<OwnFormView>(
        access.queryKey(id),
        (form) => form && { ...form, answers: parse(text), draftVersion: version, savedAt: updatedAt },
      )
    },
  })
  const value = fittingAnswers(content, parse(state.text))
  return {
    autosave,
    state,
    value,
    change: (fieldId: FormFieldId, answer: FormAnswers[string]) =>
      autosave.type(serialize({ ...value, [fieldId]: answer })),
    theirs: state.theirs === null ? null : parse(state.theirs),
  }
}

/** Converts a refused save to a `ChangedElsewhereError`, with the stored answers, or null if the form no longer accepts answers. */
function conflictOf(error: unknown): unknown {
  const stored = refusalData<{ answers: FormAnswers; draftVersion: number }>(error, 'CHANGED')
  if (stored)
    return new ChangedElsewhereError({
      value: serialize(stored.answers),
      version: stored.draftVersion,
      updatedAt: null,
    })
  return errorCode(error) === 'ILLEGAL_TRANSITION' ? new ChangedElsewhereError(null) : error
}
