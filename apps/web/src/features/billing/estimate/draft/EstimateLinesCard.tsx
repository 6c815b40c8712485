import { estimateCurrency } from '@attune/contract/features/billing/estimate/estimate.currency.rules'
import {
  estimateLengths,
  estimateLimits,
  estimateTotal,
} from '@attune/contract/features/billing/estimate/estimate.rules'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MoneyInput } from '../../../../ui/input/MoneyInput.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Estimate.module.css'
import type { EstimateFieldsProps } from './fields.ts'
import { emptyEstimateLine, parseNumber, type EstimateLineValues } from './values.ts'
import { EstimateServicePicker } from './EstimateServicePicker.tsx'

/** The services of an estimate, with buttons that add a line or a service of the catalog at the price agreed with the client. */
export function EstimateLinesCard({ view, content, onChange, missing, unreadable }: EstimateFieldsProps) {
  const { t } = useTranslation('estimate')
  const { language } = useLocale()
  const { lines } = content
  const add = (line: EstimateLineValues) => onChange({ lines: [...lines, line] })
  const isFull = lines.length >= estimateLimits.lines
  const total = estimateTotal(
    lines.map(({ quantity, priceMinor }) => ({
      quantity: parseNumber(quantity) ?? 0,
      priceMinor: priceMinor || null,
    })),
  )
  return (
    <Section title={t('lines.title')} count={lines.length} hint={t('lines.hint')}>
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <LineFields
            key={line.key}
            line={line}
            number={index + 1}
            missing={missing.filter(({ position }) => position === index + 1).map(({ field }) => field)}
            isUnreadable={unreadable.includes(line.key)}
            onChange={(part) => onChange({ lines: lines.map((one) => (one === line ? { ...one, ...part } : one)) })}
            onRemove={() => onChange({ lines: lines.filter((one) => one !== line) })}
          />
        ))}
      </ol>
      <div className={classes.add}>
        <Button
          variant="default"
          data-field="addLine"
          disabled={isFull}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => add(emptyEstimateLine())}
        >
          {t('lines.add')}
        </Button>
        <EstimateServicePicker clientId={view.clientId} disabled={isFull} onPick={add} />
        <span className={classes.total}>
          {t('lines.total', { sum: moneyText(String(total), estimateCurrency, language) })}
        </span>
      </div>
    </Section>
  )
}

type LineProps = {
  line: EstimateLineValues
  number: number
  /** The fields that the server finds missing. */
  missing: readonly string[]
  isUnreadable: boolean
  onChange: (part: Partial<EstimateLineValues>) => void
  onRemove: () => void
}

function LineFields({ line, number, missing, isUnreadable, onChange, onRemove }: LineProps) {
  const { t } = useTranslation('estimate')
  const field = (name: 'code' | 'text' | 'quantity' | 'priceMinor', error?: string | false) => ({
    label: t(`fields.${name}`),
    value: line[name],
    error: error || (missing.includes(name === 'priceMinor' ? 'price' : name) && t('fields.missing')),
    'data-field': `line.${number - 1}.${name}`,
  })
  const typed = (name: 'code' | 'text' | 'quantity') => ({
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        {t('lines.numbered', { number })}
        <ActionIcon aria-label={t('lines.remove', { number })} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.fields}>
        <TextInput {...field('text')} {...typed('text')} className={classes.wide} maxLength={estimateLengths.text} />
        <TextInput {...field('code')} {...typed('code')} maxLength={estimateLengths.code} />
        <TextInput
          {...field('quantity', isUnreadable && t('fields.notANumber'))}
          {...typed('quantity')}
          inputMode="numeric"
          maxLength={4}
        />
        <MoneyInput
          {...field('priceMinor')}
          onChange={(priceMinor) => onChange({ priceMinor })}
          currency={estimateCurrency}
        />
      </div>
    </li>
  )
}
