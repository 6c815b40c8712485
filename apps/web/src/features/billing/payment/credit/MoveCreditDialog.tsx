import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { PayerCredit } from '@attune/contract/features/billing/payment/payment'
import { NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../../ui/input/MoneyInput.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useInvalidatePayments, usePaymentRefusalText } from '../use-payments.ts'
import { creditMoves, type CreditMove } from './credit-moves.ts'

type Props = { invoice: InvoiceView; credit: PayerCredit; onClose: () => void }

/** Moves credit of a payer from an overpaid invoice to an open one. One of them is `invoice`, the other one is chosen. */
export function MoveCreditDialog({ invoice, credit, onClose }: Props) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  const { currency } = invoice.sheet
  const [moves] = useState(() => creditMoves(invoice, credit))
  const [chosen, setChosen] = useState(moves[0])
  const [typed, setTyped] = useState(moves[0]?.mostMinor ?? '')
  const { move, problem } = useMoveCredit(currency, onClose)
  if (!chosen) return null
  const most = moneyText(chosen.mostMinor, currency, language)
  const isValid = typed !== '' && BigInt(typed) > 0n && BigInt(typed) <= BigInt(chosen.mostMinor)
  const isOverpaid = invoice.openMinor.startsWith('-')
  const choose = (key: string) => {
    const other = moves.find((one) => one.key === key)
    setChosen(other)
    setTyped(other?.mostMinor ?? '')
  }
  return (
    <FormDialog
      title={t(isOverpaid ? 'credit.moveTitle' : 'credit.useTitle', { number: invoice.sheet.number })}
      submit={t(isOverpaid ? 'credit.move' : 'credit.use')}
      back={t('record.cancel')}
      busy={move.isPending}
      dirty={typed !== moves[0]?.mostMinor}
      onClose={onClose}
      onSubmit={() => {
        const { fromInvoiceId, toInvoiceId } = chosen
        if (isValid) move.mutate({ fromInvoiceId, toInvoiceId, amountMinor: typed })
      }}
    >
      <OtherInvoice isOverpaid={isOverpaid} currency={currency} moves={moves} chosen={chosen} onChoose={choose} />
      <MoneyInput
        label={t('credit.amount')}
        currency={currency}
        value={typed}
        onChange={setTyped}
        error={typed !== '' && !isValid && t('credit.most', { amount: most })}
      />
      <Text size="sm" c="dimmed">
        {t('credit.hint')}
      </Text>
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

type OtherProps = {
  isOverpaid: boolean
  currency: string
  moves: readonly CreditMove[]
  chosen: CreditMove
  onChoose: (key: string) => void
}

/** Chooses the invoice to which, or from which, the credit is moved. */
function OtherInvoice({ isOverpaid, currency, moves, chosen, onChoose }: OtherProps) {
  const { t } = useTranslation('payment')
  const { language } = useLocale()
  return (
    <NativeSelect
      label={t(isOverpaid ? 'credit.to' : 'credit.from')}
      value={chosen.key}
      data={moves.map(({ key, number, minor }) => ({
        value: key,
        label: `${number} · ${moneyText(minor, currency, language)}`,
      }))}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

/** Returns a mutation that moves the credit. Repeating it after a lost response moves it only once. */
function useMoveCredit(currency: string, onClose: () => void) {
  const { t } = useTranslation('payment')
  const changed = useInvalidatePayments()
  const refusal = usePaymentRefusalText(currency)
  const [id] = useState(createId)
  const move = useMutation({
    mutationFn: (input: Omit<Parameters<typeof api.payment.moveCredit>[0], 'id'>) =>
      api.payment.moveCredit({ id, ...input }),
    onSuccess: () => {
      toast.success(t('credit.done'))
      changed()
      onClose()
    },
    onError: changed,
  })
  return { move, problem: move.error && refusal(move.error) }
}
