import type { BankEntry, PayableInvoice } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { LoadMoreButton } from '../../../../ui/page/loading/LoadMoreButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import {
  wholeEntry,
  type EntryChoice,
  type EntryChoices,
  type BankGroupName,
  type EntryPart,
} from './bank-selection.ts'
import classes from './BankFile.module.css'
import { BankEntryRow, PlainBankEntryRow } from './BankEntryRow.tsx'
import { ReversedEntryRow } from './reversal/ReversedEntryRow.tsx'

const ChooseInvoiceDialog = lazyNamed(() => import('./ChooseInvoiceDialog.tsx'), 'ChooseInvoiceDialog')
const SplitEntryDialog = lazyNamed(() => import('./SplitEntryDialog.tsx'), 'SplitEntryDialog')

const shownAtOnce = 50

type Props = {
  name: BankGroupName
  entries: BankEntry[]
  invoices: readonly PayableInvoice[]
  choices: EntryChoices
  onChange: (key: string, choice: EntryChoice) => void
}

/** Lists the entries of one kind, 50 at a time. Renders nothing if there are none. */
export function BankEntryGroup({ name, entries, invoices, choices, onChange }: Props) {
  const { t } = useTranslation('bankFile')
  const [shown, setShown] = useState(shownAtOnce)
  const [asked, setAsked] = useState<{ entry: BankEntry; isSplit: boolean } | null>(null)
  const more = useCallback(() => setShown((count) => count + shownAtOnce), [])
  const byId = useMemo(() => new Map(invoices.map((invoice) => [invoice.id, invoice])), [invoices])
  if (entries.length === 0) return null
  const hint = name === 'imported' ? undefined : t(`review.${name}Hint`)
  return (
    <Section title={t(`review.${name}`)} count={entries.length} hint={hint} rows>
      <ul className={classes.rows}>
        {entries.slice(0, shown).map((entry) => {
          const choice = choices.get(entry.key)
          if (entry.reverses.length > 0) return <ReversedEntryRow key={entry.key} entry={entry} />
          if (!choice) return <PlainBankEntryRow key={entry.key} entry={entry} />
          const paid = choice.parts.flatMap(({ invoiceId, amountMinor }) => {
            const invoice = byId.get(invoiceId)
            return invoice ? [{ invoice, amountMinor }] : []
          })
          return (
            <BankEntryRow
              key={entry.key}
              entry={entry}
              choice={choice}
              paid={paid}
              onSelected={(isSelected) => onChange(entry.key, { ...choice, isSelected })}
              onChoose={() => setAsked({ entry, isSplit: paid.length > 1 })}
            />
          )
        })}
      </ul>
      {entries.length > shown && <LoadMoreButton label={t('review.more')} loading={false} onMore={more} />}
      {asked && (
        <EntryDialog
          {...asked}
          parts={choices.get(asked.entry.key)?.parts ?? []}
          invoices={invoices}
          onSplit={() => setAsked({ ...asked, isSplit: true })}
          onParts={(parts) => {
            onChange(asked.entry.key, { parts, isSelected: parts.length > 0 })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

type DialogProps = {
  entry: BankEntry
  /** Whether the entry is divided over several invoices. */
  isSplit: boolean
  parts: readonly EntryPart[]
  invoices: readonly PayableInvoice[]
  onSplit: () => void
  onParts: (parts: readonly EntryPart[]) => void
  onClose: () => void
}

/** Lets the therapist choose the invoice of an entry, or divide the entry over several invoices. */
function EntryDialog({ isSplit, parts, onSplit, onParts, ...props }: DialogProps) {
  if (isSplit) return <SplitEntryDialog {...props} parts={parts} onSplit={onParts} />
  return (
    <ChooseInvoiceDialog
      {...props}
      onSplit={onSplit}
      onChoose={(invoiceId) => onParts(wholeEntry(props.entry, invoiceId))}
    />
  )
}
