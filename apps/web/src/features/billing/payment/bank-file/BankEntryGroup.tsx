import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import type { EntryChoice, EntryChoices } from './bank-selection.ts'
import classes from './BankFile.module.css'
import { BankEntryRow, PlainBankEntryRow } from './BankEntryRow.tsx'

const ChooseInvoiceDialog = lazyNamed(() => import('./ChooseInvoiceDialog.tsx'), 'ChooseInvoiceDialog')

const shownAtOnce = 50

type Props = {
  name: 'ready' | 'check' | 'imported' | 'reversed'
  entries: BankEntry[]
  invoices: readonly PayableInvoice[]
  choices: EntryChoices
  onChange: (key: string, choice: EntryChoice) => void
}

/** Lists the entries of one kind, 50 at a time. Renders nothing if there are none. */
export function BankEntryGroup({ name, entries, invoices, choices, onChange }: Props) {
  const { t } = useTranslation('bankFile')
  const [shown, setShown] = useState(shownAtOnce)
  const [asked, setAsked] = useState<BankEntry | null>(null)
  const more = useCallback(() => setShown((count) => count + shownAtOnce), [])
  const byId = useMemo(() => new Map(invoices.map((invoice) => [invoice.id, invoice])), [invoices])
  if (entries.length === 0) return null
  const hint = name === 'imported' ? undefined : t(`review.${name}Hint`)
  return (
    <Section title={t(`review.${name}`)} count={entries.length} hint={hint} rows>
      <ul className={classes.rows}>
        {entries.slice(0, shown).map((entry) => {
          const choice = choices.get(entry.key)
          if (!choice) return <PlainBankEntryRow key={entry.key} entry={entry} />
          const invoice = byId.get(choice.invoiceId ?? '') ?? null
          return (
            <BankEntryRow
              key={entry.key}
              entry={entry}
              choice={choice}
              invoice={invoice}
              onSelected={(isSelected) => onChange(entry.key, { ...choice, isSelected })}
              onChoose={() => setAsked(entry)}
            />
          )
        })}
      </ul>
      {entries.length > shown && <LoadMoreButton label={t('review.more')} loading={false} onMore={more} />}
      {asked && (
        <ChooseInvoiceDialog
          entry={asked}
          invoices={invoices}
          onChoose={(invoiceId) => {
            onChange(asked.key, { invoiceId, isSelected: invoiceId !== null })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}
