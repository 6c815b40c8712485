import { factorWithoutReasonMilli, invoiceLengths } from '@attune/contract/features/billing/invoice/invoice.rules'
import { ActionIcon, Button, TextInput, type InputWrapperProps } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { DateInput } from '../../../../ui/input/DateInput.tsx'
import { MoneyInput } from '../../../../ui/input/MoneyInput.tsx'
import { TimeInput } from '../../../../ui/input/TimeInput.tsx'
import type { LineValues, UnreadableField } from './values.ts'
import classes from './DraftEditor.module.css'
import { parseQuantity } from '../document/quantity-text.ts'

type Props = {
  line: LineValues
  number: number
  currency: string
  /** The names of the fields that the server reports as missing. */
  missing: readonly string[]
  unreadable: readonly UnreadableField['field'][]
  onChange: (part: Partial<LineValues>) => void
  onRemove: () => void
}

/** The fields that are shown only on request, because most lines do not need them. */
const detailFields = [
  'serviceTime',
  'minutes',
  'code',
  'factor',
  'factorReason',
  'place',
  'quantity',
  'taxRate',
] as const

/** Shows the hint of a field below its input, so that the inputs of a row are aligned. */
const hintBelow: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

/** One line of a draft. Day, text and price are always shown, the other fields on request. */
export function DraftLineFields(props: Props) {
  const { line, number, missing, unreadable, onRemove } = props
  const { t } = useTranslation('invoiceDraft')
  const [open, setOpen] = useState(false)
  const forced = detailFields.some((field) => missing.includes(field) || unreadable.some((one) => one === field))
  const shown = open || forced || missing.includes('factorMilli')
  return (
    <li className={classes.line}>
      <div className={classes.lineHead}>
        {t(line.isDiscount ? 'lines.numberedDiscount' : 'lines.numbered', { number })}
        <span>
          {!line.isDiscount && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={shown}
              rightSection={shown ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
              onClick={() => setOpen(!shown)}
            >
              {t('lines.details')}
            </Button>
          )}
          <ActionIcon aria-label={t('lines.remove', { number })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <div className={classes.fields}>
        <MainFields {...props} />
        {shown && !line.isDiscount && <DetailFields {...props} />}
      </div>
    </li>
  )
}

/** Returns functions that return the properties of a text field of a line: label, name, value and error. */
function useTextField({ line, number, missing, unreadable, onChange }: Props) {
  const { t } = useTranslation('invoiceDraft')
  type TextField = Exclude<keyof LineValues, 'key' | 'sessionId' | 'isDiscount'>
  const errorOf = (field: TextField, sent: string = field) => {
    if (unreadable.some((one) => one === field)) return t('lines.notANumber')
    return missing.includes(sent) ? t('lines.missing') : undefined
  }
  const common = (field: TextField, sent?: string) => ({
    label: t(`fields.${field}`),
    value: line[field],
    error: errorOf(field, sent),
    'data-field': `line.${number - 1}.${field}`,
  })
  return {
    common,
    text: (field: TextField, sent?: string) => ({
      ...common(field, sent),
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
    }),
    entry: (field: TextField) => ({ ...common(field), onChange: (value: string) => onChange({ [field]: value }) }),
  }
}

function MainFields(props: Props) {
  const { t } = useTranslation('invoiceDraft')
  const { line, currency } = props
  const { text, entry } = useTextField(props)
  return (
    <>
      {!line.isDiscount && <DateInput {...entry('serviceOn')} />}
      <TextInput {...text('text')} className={classes.wide} maxLength={invoiceLengths.text} />
      <MoneyInput
        {...entry('priceMinor')}
        currency={currency}
        {...(line.isDiscount && { label: t('fields.discount') })}
      />
    </>
  )
}

function DetailFields(props: Props) {
  const { t } = useTranslation('invoiceDraft')
  const { language } = useLocale()
  const { text, entry } = useTextField(props)
  const factor = parseQuantity(props.line.factor, language)
  return (
    <>
      <TimeInput {...entry('serviceTime')} />
      <TextInput {...text('minutes')} inputMode="numeric" maxLength={4} />
      <TextInput {...text('code')} maxLength={invoiceLengths.code} />
      <TextInput {...text('quantity', 'quantityMilli')} inputMode="decimal" maxLength={12} />
      <TextInput
        {...text('factor', 'factorMilli')}
        inputMode="decimal"
        maxLength={6}
        description={t('lines.factorHint')}
        inputWrapperOrder={hintBelow}
      />
      {factor !== null && factor > factorWithoutReasonMilli && (
        <TextInput
          {...text('factorReason')}
          className={classes.wide}
          maxLength={invoiceLengths.factorReason}
          required
        />
      )}
      <TextInput {...text('place')} maxLength={invoiceLengths.place} />
      <TextInput
        {...text('taxRate', 'taxRateBp')}
        inputMode="decimal"
        maxLength={6}
        description={t('lines.taxRateHint')}
        inputWrapperOrder={hintBelow}
        rightSection="%"
      />
    </>
  )
}
