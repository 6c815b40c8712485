import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { invoiceLengths, refundWays, type RefundWay } from '@attune/contract/features/billing/invoice/invoice.rules'
import { Checkbox, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { dayText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import { useInvalidateInvoices } from '../use-invoices.ts'

type Props = { invoice: InvoiceView; onClose: () => void }

/** Creates a credit note for whole lines and opens it. Preselects all lines that are not credited. */
export function CreditNoteDialog({ invoice, onClose }: Props) {
  const { t } = useTranslation('invoice')
  const draft = useDraft(`credit-note-${invoice.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const open = invoice.lines.filter(({ isCredited }) => !isCredited).map(({ position }) => position)
  const [positions, setPositions] = useState(open)
  const { credit, problem } = useCreditNote(invoice, () => {
    draft.forget()
    onClose()
  })
  const none = positions.length === 0
  const [refund, setRefund] = useState<RefundWay>('transfer')
  const isPaid = BigInt(invoice.paidMinor) > 0n && !none
  return (
    <FormDialog
      danger
      title={t('credit.title', { number: invoice.sheet.number })}
      submit={t('credit.submit')}
      back={t('cancel')}
      busy={credit.isPending}
      dirty={draft.dirty || positions.length !== open.length}
      onClose={onClose}
      onSubmit={() => !none && credit.mutate({ positions, reason: reason.trim(), refund })}
    >
      <Text size="sm">{t('credit.text')}</Text>
      <DraftCallout draft={draft} />
      <Checkbox.Group
        label={t('credit.lines')}
        error={none && t('credit.none')}
        value={positions.map(String)}
        onChange={(values) => setPositions(values.map(Number).toSorted((one, other) => one - other))}
      >
        <Stack gap={8} mt={8}>
          {invoice.lines.map((line) => (
            <LineCheckbox key={line.position} line={line} currency={invoice.sheet.currency} />
          ))}
        </Stack>
      </Checkbox.Group>
      <ReasonField value={reason} onChange={(text) => draft.change({ reason: text })} />
      {isPaid && <RefundField value={refund} onChange={setRefund} />}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useTranslation('invoice')
  return (
    <Textarea
      label={t('credit.reason')}
      description={t('credit.reasonHint')}
      autosize
      minRows={2}
      maxLength={invoiceLengths.reason}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Lets the therapist choose how the paid money is refunded. */
function RefundField({ value, onChange }: { value: RefundWay; onChange: (way: RefundWay) => void }) {
  const { t } = useTranslation('invoice')
  return (
    <NativeSelect
      label={t('credit.refund')}
      description={t('credit.refundHint')}
      value={value}
      data={refundWays.map((way) => ({ value: way, label: t(`credit.refundWays.${way}`) }))}
      onChange={(event) => onChange(event.currentTarget.value as RefundWay)}
    />
  )
}

type LineProps = { line: InvoiceView['lines'][number]; currency: string }

/** A line that can be credited. A line that is on a credit note already is disabled. */
function LineCheckbox({ line, currency }: LineProps) {
  const { t } = useTranslation('invoice')
  const locale = useLocale()
  const { position, isCredited, serviceOn, text, netMinor } = line
  const parts = [serviceOn && dayText(serviceOn, locale), text, moneyText(netMinor, currency, locale.language)]
  return (
    <Checkbox
      value={String(position)}
      disabled={isCredited}
      label={parts.filter(Boolean).join(' · ')}
      {...(isCredited && { description: t('credit.already') })}
    />
  )
}

/** Returns a mutation that creates the credit note and opens it. Repeating it creates no second one. */
function useCreditNote({ id }: InvoiceView, onClose: () => void) {
  const { t } = useTranslation('invoice')
  const navigate = useNavigate()
  const changed = useInvalidateInvoices()
  const refusal = useInvoiceRefusalText()
  const [ids] = useState(() => ({ command: createId(), creditNoteId: createId() }))
  const credit = useMutation({
    mutationFn: (input: { positions: number[]; reason: string; refund: RefundWay }) =>
      api.invoice.credit({ id, ...ids, ...input }),
    onSuccess: () => {
      toast.success(t('done.credited'))
      onClose()
      void changed()
      void navigate({ to: '/dashboard/therapist/payments/$invoiceId', params: { invoiceId: ids.creditNoteId } })
    },
  })
  return { credit, problem: credit.error && refusal(credit.error) }
}
