import type { EstimateView, MissingEstimateField } from '@attune/contract/features/estimate.schemas'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, createId, orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { estimateInput, estimateValues, unreadableLines, type EstimateValues } from './estimate-values.ts'
import { useInvalidateEstimates } from './use-estimates.ts'

/** How long after the last change a draft is saved. */
const saveDelayMilliseconds = 800

/** The values in the form, and the saved version that they are based on. */
type Kept = { content: EstimateValues; version: number }

const kept = (view: EstimateView): Kept => ({ content: estimateValues(view.content), version: view.version })
const dataOf = (error: unknown, code: string): unknown =>
  error instanceof ORPCError && error.code === code ? (error.data as unknown) : null
/** Returns the current estimates from a refusal CHANGED, otherwise null. */
const changedView = (error: unknown) => dataOf(error, 'CHANGED') as EstimateView | null

/**
 * Returns the values of the form of a client's draft, which are saved shortly after each change, and functions to resolve a
 * conflict with another window. Until they are saved, the values are stored in the browser.
 */
export function useEstimateEditor(view: EstimateView) {
  const draft = useDraft<Kept>(`estimate-${view.clientId}`, () => kept(view))
  const [theirs, setTheirs] = useState<EstimateView | null>(null)
  const { content, version } = draft.value
  const unreadable = unreadableLines(content)
  const keep = useKeepEstimates()
  const save = useMutation({
    mutationFn: (sent: Kept) =>
      api.estimate.saveDraft({ clientId: view.clientId, version: sent.version, ...estimateInput(sent.content) }),
    onSuccess: (saved, sent) => {
      keep(saved)
      draft.sent({ content: sent.content, version: saved.version }, { content, version: saved.version })
    },
    onError: (error) => setTheirs(changedView(error)),
  })
  const failed = save.isError && save.variables.content === content
  const savable = draft.dirty && unreadable.length === 0 && !theirs && !save.isPending
  useAutosaveTimer(savable && !failed, content, () => save.mutate(draft.value))
  const isOther = !draft.dirty && view.version !== version
  const adopt = useEffectEvent(() => draft.forget(kept(view)))
  useEffect(() => {
    if (isOther) adopt()
  }, [isOther])
  const settle = (next: Kept, isSaved: boolean) => {
    if (isSaved) draft.forget(next)
    else draft.change(next)
    setTheirs(null)
    save.reset()
  }
  return {
    draft,
    content,
    change: (part: Partial<EstimateValues>) => draft.change({ content: { ...content, ...part }, version }),
    unreadable,
    save,
    /** Saves at once. */
    saveNow: () => savable && save.mutate(draft.value),
    /** The draft as another window saved it, if the last change was refused because of it. */
    theirs,
    setTheirs,
    takeTheirs: () => theirs && settle(kept(theirs), true),
    keepMine: () => theirs && settle({ content, version: theirs.version }, false),
  }
}

/** Calls `save` some time after the last change, and at once when the page closes. */
function useAutosaveTimer(due: boolean, content: EstimateValues, save: () => void) {
  const latest = useEffectEvent(save)
  const flush = useEffectEvent(() => due && save())
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => latest(), saveDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [due, content])
  useEffect(() => () => void flush(), [])
}

/** Returns a function that puts an answer into the query cache and refetches all other queries of estimates. */
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

/** Returns a mutation that gives the draft to the client. Repeating it makes no second version. */
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
      const incomplete = dataOf(error, 'INCOMPLETE') as { missing: MissingEstimateField[] } | null
      const theirs = changedView(error)
      if (incomplete) options.onMissing(incomplete.missing)
      if (theirs) options.onChanged(theirs)
    },
  })
}
