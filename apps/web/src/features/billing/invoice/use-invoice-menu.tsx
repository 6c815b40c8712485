import type { InvoiceId } from '@attune/contract/common/ids'
import type { InvoiceListItem } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { IconFileInvoice, IconFileText, IconTrash, IconUser } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import type { ActionMenuItem } from '../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { LazyStatementDialog } from '../payment/payment.ts'
import { useInvoiceRefusalText } from './invoice-refusals.ts'
import { useInvalidateInvoices } from './use-invoices.ts'

const LazySuperbillDialog = lazyNamed(() => import('../superbill/superbill.ts'), 'LazySuperbillDialog')
const DiscardDialog = lazyNamed(() => import('../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

type Named = Pick<InvoiceListItem, 'id' | 'kind' | 'status' | 'clientId'>

/**
 * Returns the actions of an invoice as menu items, and the dialog that the chosen item opens. Omits the item that opens the invoice if `isOpen`.
 */
export function useInvoiceMenu({ id, kind, status, clientId }: Named, isOpen = false) {
  const { t } = useTranslation(['invoice', 'statement'])
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'remove' | 'statement' | 'superbill' | null>(null)
  const close = () => setAsked(null)
  const { remove, dialog } = useRemoveDraft(id, close)
  const country = useQuery(orpc.business.own.queryOptions({ input: {} })).data?.fields.country
  const isSuperbillOffered = country === 'US' && kind === 'invoice' && ['paid', 'overpaid'].includes(status)
  const open = () => void navigate({ to: '/dashboard/therapist/payments/$invoiceId', params: { invoiceId: id } })
  const profile = () =>
    void navigate({ to: '/dashboard/therapist/clients/$clientId/client-profile', params: { clientId } })
  const items: ActionMenuItem[] = [
    ...(isOpen ? [] : [{ label: t(status === 'draft' ? 'act.edit' : 'act.open'), icon: IconFileText, onClick: open }]),
    { label: t('act.profile'), icon: IconUser, onClick: profile },
    ...(status === 'draft'
      ? [{ label: t('act.remove'), icon: IconTrash, danger: true, onClick: () => setAsked('remove') }]
      : [{ label: t('statement:title'), icon: IconFileInvoice, onClick: () => setAsked('statement') }]),
    ...(isSuperbillOffered
      ? [{ label: t('act.superbill'), icon: IconFileInvoice, onClick: () => setAsked('superbill') }]
      : []),
  ]
  const statement = <LazyStatementDialog clientId={clientId} onClose={close} />
  const superbill = <LazySuperbillDialog clientId={clientId} invoiceId={id} onClose={close} />
  return {
    items,
    dialog:
      (asked === 'remove' && !remove.isSuccess && dialog) ||
      (asked === 'statement' && statement) ||
      (asked === 'superbill' && superbill),
  }
}

/** Returns a mutation that deletes a draft, and its confirmation dialog. */
export function useRemoveDraft(id: InvoiceId, onClose: () => void, onGone?: () => void) {
  const { t } = useTranslation('invoice')
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const remove = useMutation({
    mutationFn: () => api.invoice.removeDraft({ id }),
    onSuccess: () => {
      toast.success(t('done.removed'))
      onClose()
      onGone?.()
      void changed()
    },
    onError: (error) => {
      toast.error(refusal(error))
      onClose()
    },
  })
  const dialog = (
    <DiscardDialog
      title={t('remove.title')}
      text={t('remove.text')}
      stay={t('remove.keep')}
      leave={t('act.remove')}
      onStay={onClose}
      onLeave={() => remove.mutate()}
    />
  )
  return { remove, dialog }
}
