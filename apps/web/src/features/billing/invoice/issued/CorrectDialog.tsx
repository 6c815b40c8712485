import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

/** Makes a credit note of the whole invoice and a draft with the same lines, and opens the draft. */
export function CorrectDialog({ invoice: { id, sheet }, onClose }: { invoice: InvoiceView; onClose: () => void }) {
  const { t } = useTranslation('invoice')
  const navigate = useNavigate()
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const [ids] = useState(() => ({ command: createId(), creditNoteId: createId(), draftId: createId() }))
  const correct = useMutation({
    mutationFn: () => api.invoice.correct({ id, ...ids }),
    onSuccess: () => {
      toast.success(t('done.corrected'))
      void changed()
      void navigate({ to: '/dashboard/therapist/payments/$invoiceId', params: { invoiceId: ids.draftId } })
    },
  })
  return (
    <FormDialog
      title={t('correct.title', { number: sheet.number })}
      submit={t('correct.submit')}
      back={t('cancel')}
      busy={correct.isPending}
      onClose={onClose}
      onSubmit={() => correct.mutate()}
    >
      <Text size="sm">{t('correct.text', { number: sheet.number })}</Text>
      <FormError>{correct.error && refusal(correct.error)}</FormError>
    </FormDialog>
  )
}
