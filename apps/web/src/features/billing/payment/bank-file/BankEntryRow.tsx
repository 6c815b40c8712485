import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import type { EntryChoice } from './bank-selection.ts'
import classes from './BankFile.module.css'
import { BankEntryFacts } from './BankEntryFacts.tsx'

/** An entry that is not recorded, because the bank reversed it or it was recorded before. */
export function PlainBankEntryRow({ entry }: { entry: BankEntry }) {
  const recorded = [...(entry.importedAs ? [entry.importedAs] : []), ...entry.alsoImportedAs]
  return (
    <li className={classes.row} data-plain>
      <BankEntryFacts entry={entry} />
      {recorded.length > 0 && (
        <div className={classes.match}>
          {recorded.map(({ invoiceId, number }) => (
            <TextLink key={invoiceId} to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId }}>
              {number}
            </TextLink>
          ))}
        </div>
      )}
    </li>
  )
}

type PaidInvoice = { invoice: PayableInvoice; amountMinor: string }

type Props = {
  entry: BankEntry
  choice: EntryChoice
  /** The invoices that the entry pays; empty if none is chosen. */
  paid: readonly PaidInvoice[]
  onSelected: (isSelected: boolean) => void
  onChoose: () => void
}

/** An entry that can be recorded, with its invoices. It can be selected once an invoice is chosen. */
export function BankEntryRow({ entry, choice, paid, onSelected, onChoose }: Props) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const amount = moneyText(entry.amountMinor, entry.currency, language)
  const payer = entry.payer || t('review.noPayer')
  const action = t(paid.length > 1 ? 'split.change' : paid.length > 0 ? 'match.change' : 'match.choose')
  return (
    <li className={classes.row}>
      <Checkbox
        aria-label={t('review.select', { amount, payer })}
        checked={choice.isSelected}
        disabled={paid.length === 0}
        onChange={(event) => onSelected(event.currentTarget.checked)}
      />
      <BankEntryFacts entry={entry} />
      <div className={classes.match}>
        {paid.map(({ invoice, amountMinor }) => (
          <span key={invoice.id} className={classes.invoice}>
            {invoice.number} · {invoice.payerName}
            {paid.length > 1 && ` · ${moneyText(amountMinor, entry.currency, language)}`}
          </span>
        ))}
        <MatchBadge entry={entry} choice={choice} paid={paid} />
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('match.labelled', { action, amount, payer })}
          onClick={onChoose}
        >
          {action}
        </Button>
      </div>
    </li>
  )
}

/** Shows whether the amount and the reference of an entry match the chosen invoices. */
function MatchBadge({ entry, choice, paid }: Pick<Props, 'entry' | 'choice' | 'paid'>) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const { proposal, split, reversedMinor, currency } = entry
  const [only] = paid
  if (!only) return null
  if (reversedMinor !== '0')
    return <Warning>{t('match.reversed', { amount: moneyText(reversedMinor, currency, language) })}</Warning>
  if (paid.some(({ invoice }) => BigInt(invoice.openMinor) <= 0n)) return <Warning>{t('match.paid')}</Warning>
  if (paid.some((part) => BigInt(part.amountMinor) > BigInt(part.invoice.openMinor)))
    return <Warning>{t('match.more')}</Warning>
  if (paid.length > 1) return choice.parts === split?.parts && split.isReliable ? <Exact>{t('match.sum')}</Exact> : null
  const open = moneyText(only.invoice.openMinor, currency, language)
  if (proposal?.invoiceId !== only.invoice.id)
    return <StatusBadge icon={IconInfoCircle}>{t('match.chosen', { open })}</StatusBadge>
  if (proposal.fits.number && proposal.fits.amount) return <Exact>{t('match.exact')}</Exact>
  return (
    <StatusBadge icon={IconInfoCircle} tone="info">
      {t(proposal.fits.number ? 'match.number' : 'match.payer', { open })}
    </StatusBadge>
  )
}

const Warning = ({ children }: { children: string }) => (
  <StatusBadge icon={IconAlertTriangle} tone="warning">
    {children}
  </StatusBadge>
)

const Exact = ({ children }: { children: string }) => (
  <StatusBadge icon={IconCircleCheck} tone="success">
    {children}
  </StatusBadge>
)
