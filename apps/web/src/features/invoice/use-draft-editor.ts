import type { MissingField } from '@attune/contract/features/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/invoice.schemas'
import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api, createId, orpc } from '../../platform/api.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { draftInput, draftValues, unreadableFields, type DraftValues } from './draft-values.ts'
import { useInvalidateInvoices } from './use-invoices.ts'

/** How long after the last change a draft is saved. */
const saveDelayMilliseconds = 800

/** The values in the form, and the saved version that they are based on. */
type Kept = { content: DraftValues; version: number }

const dataOf = (error: unknown, code: string): unknown =>
  error instanceof ORPCError && error.code === code ? (error.data as unknown) : null

/** Returns the current draft from a refusal CHANGED, otherwise null. */
const changedDraft = (error: unknown) => dataOf(error, 'CHANGED') as InvoiceView | null

/** Returns the missing fields from a refusal INCOMPLETE, otherwise null. */
const missingOf = (error: unknown) =>
  (dataOf(error, 'INCOMPLETE') as { missing: MissingField[] } | null)?.missing ?? null

/**
 * Returns the values of a draft's form, which are saved shortly after each change, and functions to issue the draft and
 * to resolve a conflict with another window. Until they are saved, the values are stored in the browser.
 */
export function useDraftEditor(invoice: InvoiceView) {
  const { language } = useLocale()
  const kept = (view: InvoiceView): Kept => ({ content: draftValues(view, language), version: view.version })
  const draft = useDraft<Kept>(`invoice-${invoice.id}`, () => kept(invoice))
  const [theirs, setTheirs] = useState<InvoiceView | null>(null)
  const { content, version } = draft.value
  const unreadable = unreadableFields(content, language)
  const keep = useKeepInvoice()
  const save = useMutation({
    mutationFn: (sent: Kept) =>
      api.invoice.saveDraft({ id: invoice.id, version: sent.version, ...draftInput(sent.content, language) }),
    onSuccess: (view, sent) => {
      keep(view)
      draft.sent({ content: sent.content, version: view.version }, { content, version: view.version })
    },
    onError: (error) => setTheirs(changedDraft(error)),
  })
  const failed = save.isError && save.variables.content === content
  const savable = draft.dirty && unreadable.length === 0 && !theirs && !save.isPending
  useAutosaveTimer(savable && !failed, content, () => save.mutate(draft.value))
  const newer = !draft.dirty && invoice.version > version
  const adopt = useEffectEvent(() => draft.forget(kept(invoice)))
  useEffect(() => {
    if (newer) adopt()
  }, [newer])
  const settle = (next: Kept, isSaved: boolean) => {
    if (isSaved) draft.forget(next)
    else draft.change(next)
    setTheirs(null)
    save.reset()
  }
  return {
    draft,
    content,
    change: (part: Partial<DraftValues>) => draft.change({ content: { ...content, ...part }, version }),
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
function useAutosaveTimer(due: boolean, content: DraftValues, save: () => void) {
  const latest = useEffectEvent(save)
  const flush = useEffectEvent(() => due && save())
  useEffect(() => {
    if (!due) return
    const timer = setTimeout(() => latest(), saveDelayMilliseconds)
    return () => clearTimeout(timer)
  }, [due, content])
  useEffect(() => () => void flush(), [])
}

/** Returns a function that puts an answer into the query cache and refetches all other queries of invoices. */
function useKeepInvoice() {
  const cache = useQueryClient()
  const changed = useInvalidateInvoices()
  return (view: InvoiceView) => {
    void changed()
    cache.setQueryData(orpc.invoice.get.queryKey({ input: { id: view.id } }), view)
  }
}

type IssueOptions = {
  onIssued: (view: InvoiceView) => void
  /** Called with the fields that the server found missing. */
  onMissing: (missing: MissingField[]) => void
  onChanged: (theirs: InvoiceView) => void
}

/** Returns a mutation that issues a draft. Repeating it gives the draft no second number. */
export function useIssue({ id, version }: Pick<InvoiceView, 'id' | 'version'>, options: IssueOptions) {
  const keep = useKeepInvoice()
  const [command] = useState(createId)
  return useMutation({
    mutationFn: () => api.invoice.issue({ id, command, version }),
    onSuccess: (view) => {
      keep(view)
      options.onIssued(view)
    },
    onError: (error) => {
      const missing = missingOf(error)
      const theirs = changedDraft(error)
      if (missing) options.onMissing(missing)
      if (theirs) options.onChanged(theirs)
    },
  })
}
