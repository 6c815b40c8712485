import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { decimalSignOf } from './decimal-sign.ts'

type Props = Pick<NumberInputProps, 'label' | 'description' | 'error'> & {
  /** The rate and its limits in basis points. The rate is null while the field has no number. */
  bp: number | null
  minBp: number
  maxBp: number
  onBp: (bp: number | null) => void
}

/** A field for a rate in percent with two decimals. */
export function PercentInput({ bp, minBp, maxBp, onBp, ...field }: Props) {
  const { i18n } = useTranslation()
  return (
    <NumberInput
      {...field}
      suffix=" %"
      min={minBp / 100}
      max={maxBp / 100}
      clampBehavior="none"
      decimalScale={2}
      decimalSeparator={decimalSignOf(i18n.language)}
      allowNegative={false}
      value={bp === null ? '' : bp / 100}
      onChange={(value) => onBp(typeof value === 'number' ? Math.round(value * 100) : null)}
    />
  )
}
