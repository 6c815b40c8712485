import type { MeasureContent, MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { useSavedDraft } from '../../../../platform/autosave/use-saved-draft.ts'
import { useKeepMeasure } from '../use-measure-list.ts'

/** A measure whose version is the number of edits of its draft, as the autosave compares it. */
type MeasureDraft = Omit<MeasureView, 'version'> & { version: number }
const draftOf = (view: MeasureView): MeasureDraft => ({ ...view, version: view.revision })

/** Returns the values of the questionnaire's editor, which are saved shortly after each change. */
export function useMeasureEditor(view: MeasureView) {
  const keep = useKeepMeasure()
  const { setTheirs, ...editor } = useSavedDraft<MeasureDraft, MeasureContent, never>(`measure-${view.id}`, {
    view: draftOf(view),
    contentOf: ({ content, revision }) => ({ content, version: revision }),
    unreadableIn: () => [],
    isNewer: (version, shown) => version > shown,
    save: async ({ content, version }) => {
      const saved = await api.measure.save({ id: view.id, revision: version, content })
      keep(saved)
      return draftOf(saved)
    },
    sent: (content) => content,
    keep: () => {},
  })
  return { ...editor, setTheirs: (theirs: MeasureView) => setTheirs(draftOf(theirs)) }
}
export type MeasureEditorState = ReturnType<typeof useMeasureEditor>

/**
 * Returns a mutation that releases the draft. If another page has changed it, releases nothing and passes the current draft to `onChanged`.
 */
export function useReleaseMeasure(
  { id, revision }: MeasureView,
  options: { onDone: () => void; onChanged: (theirs: MeasureView) => void },
) {
  const keep = useKeepMeasure()
  return useMutation({
    mutationFn: (isComparable: boolean) => api.measure.release({ id, revision, isComparable }),
    onSuccess: (view) => {
      keep(view)
      options.onDone()
    },
    onError: (error) => {
      const theirs = refusalData<MeasureView>(error, 'CHANGED')
      if (theirs) options.onChanged(theirs)
    },
  })
}
