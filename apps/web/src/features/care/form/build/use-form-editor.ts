import type { FormId } from '@attune/contract/common/ids'
import type { FormContent, FormView } from '@attune/contract/features/care/form/form.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, orpc } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { type VersionedContent, useSavedDraft } from '../../../../platform/autosave/use-saved-draft.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

const contentOf = ({ content, version }: FormView): VersionedContent<FormContent> => ({ content, version })

const trimmedOptions = (options: readonly string[]) => options.map((option) => option.trim()).filter(Boolean)

/** Removes empty options. Omits `safetyOptions` from a field without marked options. */
const withoutEmptyOptions = (content: FormContent): FormContent => ({
  ...content,
  fields: content.fields.map(({ safetyOptions = [], ...field }) => {
    const marked = trimmedOptions(safetyOptions)
    return {
      ...field,
      options: trimmedOptions(field.options),
      ...(marked.length > 0 && { safetyOptions: marked }),
    }
  }),
})

/** Returns the values of the form builder, which are saved shortly after each change. */
export const useFormEditor = (view: FormView) =>
  useSavedDraft(`form-${view.id}`, {
    view,
    contentOf,
    unreadableIn: () => [],
    isNewer: (version, shown) => version !== shown,
    save: ({ content, version }) => api.form.save({ id: view.id, version, content: withoutEmptyOptions(content) }),
    sent: withoutEmptyOptions,
    keep: useKeepForm(),
  })

/** Returns a function that puts a response into the query cache and refetches the lists of forms. */
export function useKeepForm() {
  const cache = useQueryClient()
  const changed = useInvalidateForms()
  return (view: FormView) => {
    void changed()
    cache.setQueryData(orpc.form.get.queryKey({ input: { id: view.id } }), view)
  }
}

/**
 * Returns a mutation that confirms the text of the current version. If another page has changed the form, confirms nothing and passes the current
 * form to `onChanged`.
 */
export function useConfirmForm(
  { id, version }: FormView,
  options: { onDone: () => void; onChanged: (theirs: FormView) => void },
) {
  const keep = useKeepForm()
  return useMutation({
    mutationFn: () => api.form.confirm({ id, version }),
    onSuccess: (view) => {
      keep(view)
      options.onDone()
    },
    onError: (error) => {
      const theirs = refusalData<FormView>(error, 'CHANGED')
      if (theirs) options.onChanged(theirs)
    },
  })
}

/** Returns a mutation that sets whether each client who joins gets the form. */
export function useSetOnJoining(id: FormId) {
  const keep = useKeepForm()
  const refusal = useFormRefusalText()
  return useMutation({
    mutationFn: (isSentOnJoining: boolean) => api.form.setOnJoining({ id, isSentOnJoining }),
    onSuccess: keep,
    onError: (error) => toast.error(refusal(error)),
  })
}
