import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { MoneyInput } from '../../../../ui/input/MoneyInput.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { invoicesFor, type EntryPart } from './bank-selection.ts'

type Props = {
  entry: BankEntry
  invoices: readonly PayableInvoice[]
  parts: readonly EntryPart[]
  onSplit: (parts: readonly EntryPart[]) => void
  onClose: () => void
}

const minorOf = (typed: string) => (typed === '' ? 0n : BigInt(typed))

/** Divides a payment over several invoices. It can be submitted when the amounts add up to the payment. */
export function SplitEntryDialog({ entry, invoices, parts, onSplit, onClose }: Props) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const { amountMinor, currency } = entry
  const [entered, setEntered] = useState(parts)
  const left = entered.reduce((sum, part) => sum - minorOf(part.amountMinor), BigInt(amountMinor))
  const money = (minor: bigint | string) => moneyText(String(minor), currency, language)
  const others = invoicesFor(entry, invoices, { search: '', limit: 200 }).filter(
    ({ id }) => !entered.some(({ invoiceId }) => invoiceId === id),
  )
  const add = (id: string) => {
    const invoice = others.find((one) => one.id === id)
    if (!invoice) return
    const open = BigInt(invoice.openMinor)
    const part = left > 0n ? (left < open ? left : open) : 0n
    setEntered([...entered, { invoiceId: invoice.id, amountMinor: String(part) }])
  }
  return (
    <FormDialog
      title={t('split.title', { amount: money(amountMinor) })}
      submit={t('split.submit')}
      back={t('split.cancel')}
      busy={false}
      disabled={left !== 0n}
      dirty={entered !== parts}
      onClose={onClose}
      onSubmit={() => onSplit(entered.filter((part) => minorOf(part.amountMinor) > 0n))}
    >
      <PartFields currency={currency} invoices={invoices} parts={entered} onChange={setEntered} />
      {others.length > 0 && <AddInvoice others={others} currency={currency} onAdd={add} />}
      <Text size="sm" role="status">
        {left < 0n ? t('split.over', { amount: money(-left) }) : t('split.left', { amount: money(left) })}
      </Text>
    </FormDialog>
  )
}

type FieldsProps = {
  currency: string
  invoices: readonly PayableInvoice[]
  parts: readonly EntryPart[]
  onChange: (parts: readonly EntryPart[]) => void
}

/** The amount of each invoice of a split. */
function PartFields({ currency, invoices, parts, onChange }: FieldsProps) {
  return parts.map(({ invoiceId, amountMinor }) => (
    <MoneyInput
      key={invoiceId}
      label={partLabel(invoices, invoiceId)}
      currency={currency}
      value={amountMinor}
      onChange={(minor) =>
        onChange(parts.map((part) => (part.invoiceId === invoiceId ? { invoiceId, amountMinor: minor } : part)))
      }
    />
  ))
}

type AddProps = { others: readonly PayableInvoice[]; currency: string; onAdd: (id: string) => void }

/** Offers the other open invoices. */
function AddInvoice({ others, currency, onAdd }: AddProps) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  return (
    <NativeSelect
      label={t('split.add')}
      value=""
      data={[
        { value: '', label: t('split.none') },
        ...others.map(({ id, number, payerName, openMinor }) => ({
          value: id,
          label: `${number} · ${payerName} · ${t('pick.open', { amount: moneyText(openMinor, currency, language) })}`,
        })),
      ]}
      onChange={(event) => onAdd(event.currentTarget.value)}
    />
  )
}

function partLabel(invoices: readonly PayableInvoice[], id: string): string {
  const invoice = invoices.find((one) => one.id === id)
  return invoice ? `${invoice.number} · ${invoice.payerName}` : ''
}
