import { maxInvoiceLines } from '@attune/contract/features/billing/invoice/invoice.rules'
import { Button } from '@mantine/core'
import { IconDiscount2, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { emptyLine, type LineValues } from './values.ts'
import type { DraftFieldsProps } from './fields.ts'
import { DraftLineFields } from './DraftLineFields.tsx'
import classes from './DraftEditor.module.css'
import { ServicePicker } from './ServicePicker.tsx'

/** The lines of a draft, with buttons that add a line, a service of the catalog or a discount. */
export function DraftLinesCard({ invoice, content, onChange, missing, unreadable }: DraftFieldsProps) {
  const { t } = useTranslation('invoiceDraft')
  const { language } = useLocale()
  const { lines } = content
  const { currency, grossMinor } = invoice.sheet
  const add = (line: LineValues) => onChange({ lines: [...lines, line] })
  const full = lines.length >= maxInvoiceLines
  const problems = (position: number) => missing.filter((one) => one.of === 'line' && one.position === position)
  return (
    <Section title={t('lines.title')} count={lines.length}>
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <DraftLineFields
            key={line.key}
            line={line}
            number={index + 1}
            currency={currency}
            missing={problems(index + 1).map(({ field }) => field)}
            unreadable={unreadable.filter(({ key }) => key === line.key).map(({ field }) => field)}
            onChange={(part) => onChange({ lines: lines.map((one) => (one === line ? { ...one, ...part } : one)) })}
            onRemove={() => onChange({ lines: lines.filter((one) => one !== line) })}
          />
        ))}
      </ol>
      <div className={classes.add}>
        <AddLines isFee={invoice.isFee} full={full} currency={currency} onAdd={add} />
        <span className={classes.total}>{t('lines.total', { sum: moneyText(grossMinor, currency, language) })}</span>
      </div>
    </Section>
  )
}

type AddProps = { isFee: boolean; full: boolean; currency: string; onAdd: (line: LineValues) => void }

/**
 * The buttons that add a line, a service of the catalog or a discount. An invoice for a fee that is charged as damages has only the button for a
 * discount.
 */
function AddLines({ isFee, full, currency, onAdd }: AddProps) {
  const { t } = useTranslation('invoiceDraft')
  return (
    <>
      {!isFee && (
        <>
          <Button
            variant="default"
            data-field="addLine"
            disabled={full}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => onAdd(emptyLine())}
          >
            {t('lines.add')}
          </Button>
          <ServicePicker disabled={full} currency={currency} onPick={onAdd} />
        </>
      )}
      <Button
        variant="subtle"
        disabled={full}
        leftSection={<IconDiscount2 size={16} aria-hidden />}
        onClick={() => onAdd(emptyLine({ isDiscount: true, text: t('lines.discount') }))}
      >
        {t('lines.addDiscount')}
      </Button>
    </>
  )
}
