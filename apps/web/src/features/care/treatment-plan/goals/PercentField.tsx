import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../treatment-plan.module.css'

type Props = { label: string; value: number; onChange: (value: number) => void; onDone?: () => void }

/** A slider from 0 to 100 percent in steps of 5. Calls `onDone` when the person releases it. */
export function PercentField({ label, value, onChange, onDone }: Props) {
  const { t } = useTranslation('treatmentPlan')
  const id = useId()
  return (
    <div className={classes.percent}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={t('percent', { value })}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
        onPointerUp={onDone}
        onKeyUp={onDone}
      />
      <output htmlFor={id}>{t('percent', { value })}</output>
    </div>
  )
}
