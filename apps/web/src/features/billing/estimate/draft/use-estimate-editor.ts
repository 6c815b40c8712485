import type { EstimateView, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { type VersionedContent, useSavedDraft } from '../../../../platform/autosave/use-saved-draft.ts'
import { estimateInput, estimateValues, unreadableLines, type EstimateValues } from './values.ts'
import { useInvalidateEstimates } from '../use-estimates.ts'

const contentOf = (view: EstimateView): VersionedContent<EstimateValues> => ({
  content: estimateValues(view.content),
  version: view.version,
})

/** Returns the form values of a client's draft, which are saved shortly after each change. */
export const useEstimateEditor = (view: EstimateView) =>
  useSavedDraft(`estimate-${view.clientId}`, {
    view,
    contentOf,
    unreadableIn: unreadableLines,
    // Giving an estimate ends its draft, and the next draft counts its versions from the start. A version other than the shown one is therefore
    // always newer.
    isNewer: (version, shown) => version !== shown,
    save: ({ content, version }) =>
      api.estimate.saveDraft({ clientId: view.clientId, version, ...estimateInput(content) }),
    sent: estimateInput,
    keep: useKeepEstimates(),
  })

/** Returns a function that puts a response into the query cache and refetches all other estimate queries. */
function useKeepEstimates() {
  const cache = useQueryClient()
  const changed = useInvalidateEstimates()
  return (view: EstimateView) => {
    void changed()
    cache.setQueryData(orpc.estimate.get.queryKey({ input: { clientId: view.clientId } }), view)
  }
}

type GiveOptions = {
  onGiven: (view: EstimateView) => void
  /** Called with the fields that the server found missing. */
  onMissing: (missing: MissingEstimateField[]) => void
  onChanged: (theirs: EstimateView) => void
}

/** Returns a mutation that gives the draft to the client. Repeating it creates no second version. */
export function useGiveEstimate({ clientId, version }: EstimateView, options: GiveOptions) {
  const keep = useKeepEstimates()
  const [command] = useState(createId)
  return useMutation({
    mutationFn: () => api.estimate.give({ clientId, version, command }),
    onSuccess: (view) => {
      keep(view)
      options.onGiven(view)
    },
    onError: (error) => {
      const incomplete = refusalData<{ missing: MissingEstimateField[] }>(error, 'INCOMPLETE')
      const theirs = refusalData<EstimateView>(error, 'CHANGED')
      if (incomplete) options.onMissing(incomplete.missing)
      if (theirs) options.onChanged(theirs)
    },
  })
}
