import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { refusalData } from '../../../../platform/api/errors.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { type VersionedContent, useSavedDraft } from '../../../../platform/autosave/use-saved-draft.ts'
import { spendsCredit } from '../../payment/payment.ts'
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
  /** Whether the issued invoice is paid with credit of its payer. */
  isPaidWithCredit: boolean
  /** Called if the invoice was issued, but its credit could not be used. */
  onUnspent: () => void
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
    mutationFn: async () => {
      const issued = await api.invoice.issue({ id, command, version })
      if (options.isPaidWithCredit && !(await spendsCredit(issued))) options.onUnspent()
      return issued
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
    },
  })
}
