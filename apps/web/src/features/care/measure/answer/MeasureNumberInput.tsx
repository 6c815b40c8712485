import { Text, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMeasureNumber, parseMeasureNumber } from './measure-number.ts'

type Props = {
  label?: ReactNode
  'aria-label'?: string
  'aria-required'?: boolean
  description?: ReactNode
  error?: ReactNode
  size?: 'sm' | 'md'
  w?: number
  unit?: string
  unitLang?: string
  isWhole?: boolean
  value: number | null
  /** Called with null if the field is empty or has no number. */
  onChange: (value: number | null) => void
}

/** A field for a number with an optional sign and decimals, which accepts a decimal point or comma. */
export function MeasureNumberInput({ value, onChange, unit, unitLang, isWhole = false, error, ...field }: Props) {
  const { t, i18n } = useTranslation('measureItem')
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const isWrong = typed !== null && typed.trim() !== '' && parseMeasureNumber(typed, isWhole) === null
  const example = formatMeasureNumber(isWhole ? 12 : 1.5, i18n.language)
  return (
    <TextInput
      size="md"
      {...field}
      inputMode="decimal"
      autoComplete="off"
      error={isWrong && isLeft ? t('numberInvalid', { example }) : error}
      value={typed ?? formatMeasureNumber(value, i18n.language)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        onChange(parseMeasureNumber(text, isWhole))
      }}
      onFocus={() => setIsLeft(false)}
      onBlur={() => {
        setIsLeft(true)
        if (!isWrong) setTyped(null)
      }}
      {...(unit && {
        rightSectionWidth: Math.min(160, 24 + 9 * unit.length),
        rightSectionPointerEvents: 'none',
        rightSection: (
          <Text span size="sm" c="dimmed" truncate lang={unitLang}>
            {unit}
          </Text>
        ),
      })}
    />
  )
}
