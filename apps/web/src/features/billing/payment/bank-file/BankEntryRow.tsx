import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import type { EntryChoice } from './bank-selection.ts'
import classes from './BankFile.module.css'

/** Shows the bank's data of an entry: day, payer, text and amount. */
function EntryFacts({ entry: { day, payer, text, amountMinor, currency } }: { entry: BankEntry }) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  return (
    <>
      <div className={classes.texts}>
        <div className={classes.payer}>{payer || t('review.noPayer')}</div>
        <div className={classes.text}>
          {dateText(day, language)}
          {text && ` · ${text}`}
        </div>
      </div>
      <span className={classes.amount}>{moneyText(amountMinor, currency, language)}</span>
    </>
  )
}

/** An entry that is not recorded, because the bank reversed it or it was recorded before. */
export function PlainBankEntryRow({ entry }: { entry: BankEntry }) {
  const { importedAs } = entry
  return (
    <li className={classes.row} data-plain>
      <EntryFacts entry={entry} />
      {importedAs && (
        <div className={classes.match}>
          <TextLink to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: importedAs.invoiceId }}>
            {importedAs.number}
          </TextLink>
        </div>
      )}
    </li>
  )
}

type Props = {
  entry: BankEntry
  choice: EntryChoice
  /** The invoice that the therapist has chosen for the entry; null if there is none. */
  invoice: PayableInvoice | null
  onSelected: (isSelected: boolean) => void
  onChoose: () => void
}

/** An entry that can be recorded, with its invoice. It can be selected once an invoice is chosen. */
export function BankEntryRow({ entry, choice, invoice, onSelected, onChoose }: Props) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const amount = moneyText(entry.amountMinor, entry.currency, language)
  const payer = entry.payer || t('review.noPayer')
  const action = t(invoice ? 'match.change' : 'match.choose')
  return (
    <li className={classes.row}>
      <Checkbox
        aria-label={t('review.select', { amount, payer })}
        checked={choice.isSelected}
        disabled={!invoice}
        onChange={(event) => onSelected(event.currentTarget.checked)}
      />
      <EntryFacts entry={entry} />
      <div className={classes.match}>
        {invoice && (
          <span className={classes.invoice}>
            {invoice.number} · {invoice.payerName}
          </span>
        )}
        {invoice && <MatchBadge entry={entry} invoice={invoice} />}
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

/** Says whether the amount and the reference of an entry match the chosen invoice. */
function MatchBadge({ entry, invoice }: { entry: BankEntry; invoice: PayableInvoice }) {
  const { t } = useTranslation('bankFile')
  const { language } = useLocale()
  const { proposal, amountMinor } = entry
  const open = moneyText(invoice.openMinor, invoice.currency, language)
  const warning = (text: string) => (
    <StatusBadge icon={IconAlertTriangle} tone="warning">
      {text}
    </StatusBadge>
  )
  if (BigInt(invoice.openMinor) <= 0n) return warning(t('match.paid'))
  if (BigInt(amountMinor) > BigInt(invoice.openMinor)) return warning(t('match.more'))
  if (proposal?.invoiceId !== invoice.id)
    return <StatusBadge icon={IconInfoCircle}>{t('match.chosen', { open })}</StatusBadge>
  if (proposal.fits.number && proposal.fits.amount)
    return (
      <StatusBadge icon={IconCircleCheck} tone="success">
        {t('match.exact')}
      </StatusBadge>
    )
  return (
    <StatusBadge icon={IconInfoCircle} tone="info">
      {t(proposal.fits.number ? 'match.number' : 'match.payer', { open })}
    </StatusBadge>
  )
}
