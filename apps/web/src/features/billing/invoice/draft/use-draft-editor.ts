import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { errorCode, refusalData } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { type VersionedContent, useSavedDraft } from '../../../../platform/autosave/use-saved-draft.ts'
import { draftInput, draftValues, unreadableFields, type DraftValues } from './values.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

/** Returns the form values of a draft, which are saved shortly after each change. */
export function useDraftEditor(invoice: InvoiceView) {
  const { language } = useLocale()
  return useSavedDraft(`invoice-${invoice.id}`, {
    view: invoice,
    contentOf: (view): VersionedContent<DraftValues> => ({
      content: draftValues(view, language),
      version: view.version,
    }),
    unreadableIn: (content) => unreadableFields(content, language),
    isNewer: (version, shown) => version > shown,
    save: ({ content, version }) =>
      api.invoice.saveDraft({ id: invoice.id, version, ...draftInput(content, language) }),
    sent: (content) => draftInput(content, language),
    keep: useKeepInvoice(),
  })
}

/** Returns a function that puts a response into the query cache and refetches all other invoice queries. */
function useKeepInvoice() {
  const cache = useQueryClient()
  const changed = useInvalidateInvoices()
  return (view: InvoiceView) => {
    void changed()
    cache.setQueryData(orpc.invoice.get.queryKey({ input: { id: view.id } }), view)
  }
}

type IssueOptions = {
  /** The credit that is shown, if it pays the invoice; otherwise null. */
  spentMinor: string | null
  /** Called if nothing was issued, because the credit has changed. */
  onCreditChanged: () => void
  onIssued: (view: InvoiceView) => void
  /** Called with the fields that the server found missing. */
  onMissing: (missing: MissingField[]) => void
  onChanged: (theirs: InvoiceView) => void
}

/** Returns a mutation that issues a draft. Repeating it gives the draft no second number. */
export function useIssue({ id, version }: Pick<InvoiceView, 'id' | 'version'>, options: IssueOptions) {
  const keep = useKeepInvoice()
  const cache = useQueryClient()
  const [command] = useState(createId)
  return useMutation({
    mutationFn: () => {
      const { spentMinor } = options
      const credit = spentMinor === null ? {} : { usesCredit: true, shownCreditMinor: spentMinor }
      return api.invoice.issue({ id, command, version, ...credit })
    },
    onSuccess: (view) => {
      keep(view)
      options.onIssued(view)
    },
    onError: (error) => {
      const incomplete = refusalData<{ missing: MissingField[] }>(error, 'INCOMPLETE')
      const theirs = refusalData<InvoiceView>(error, 'CHANGED')
      if (incomplete) options.onMissing(incomplete.missing)
      if (theirs) options.onChanged(theirs)
      if (errorCode(error) !== 'CREDIT_CHANGED') return
      options.onCreditChanged()
      void cache.invalidateQueries({ queryKey: orpc.payment.credit.key() })
    },
  })
}
