import type { InvoiceId } from '@attune/contract/common/ids'
import type { KeptInvoice } from '@attune/contract/features/people/guardian/guardian.kept'
import { Switch } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { SettingRow } from '../../../../ui/list/SettingRow.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

function useKeptInvoice(id: InvoiceId) {
  const read = useQuery(orpc.guardian.keptInvoice.queryOptions({ input: { id } }))
  useSubscription('guardianInvoices', () => void read.refetch(), { column: 'invoice_id', op: 'eq', value: id })
  return read.data?.isOffered ? read.data : null
}

const isKeptSomehow = ({ isKept, billsKept }: KeptInvoice) => isKept || billsKept

/** Shows that an invoice is kept from guardians. Renders nothing for any other invoice. */
export function KeptInvoiceMark({ invoiceId }: { invoiceId: InvoiceId }) {
  const { t } = useTranslation('kept')
  const kept = useKeptInvoice(invoiceId)
  return kept && isKeptSomehow(kept) && <StatusBadge icon={IconEyeOff}>{t('mark')}</StatusBadge>
}

/**
 * Lets the therapist keep an issued invoice from guardians. An invoice that bills a kept session cannot be shown to them as long as the session is
 * kept. Renders nothing if no guardian could see the invoice.
 */
export function KeptInvoiceCard({ invoiceId }: { invoiceId: InvoiceId }) {
  const { t } = useTranslation('kept')
  const kept = useKeptInvoice(invoiceId)
  const keep = useKeepInvoice(invoiceId)
  if (!kept) return null
  return (
    <Section title={t('title')}>
      <SettingRow
        inline
        label={t('switch')}
        hint={t('invoice.hint')}
        {...(kept.billsKept && { state: t('invoice.billsKept') })}
        outcome={keep.isError ? 'notSaved' : null}
      >
        <Switch
          aria-label={t('switch')}
          checked={isKeptSomehow(kept)}
          disabled={kept.billsKept || keep.isPending}
          onChange={(event) => keep.mutate(event.currentTarget.checked)}
        />
      </SettingRow>
    </Section>
  )
}

/** Sends the change, which can be undone in the toast. */
function useKeepInvoice(id: InvoiceId) {
  const { t } = useTranslation('kept')
  const cache = useQueryClient()
  const send = (isKept: boolean) => api.guardian.keepInvoice({ id, isKept })
  const store = (kept: KeptInvoice) =>
    cache.setQueryData(orpc.guardian.keptInvoice.queryOptions({ input: { id } }).queryKey, kept)
  return useMutation({
    mutationFn: send,
    onSuccess(kept, isKept) {
      store(kept)
      const undo = () => void send(!isKept).then(store, () => toast.error(t('failed')))
      const title = t(isKept ? 'invoice.kept' : 'invoice.shown')
      toast({ variant: 'success', title, action: { label: t('undo'), onClick: undo } })
    },
  })
}
