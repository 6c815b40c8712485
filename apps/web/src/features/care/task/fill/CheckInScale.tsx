import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { useId } from 'react'
import { checkInStepLabel, checkInSteps } from './check-in-steps.ts'
import classes from './fill.module.css'

type Props = {
  form: Extract<TaskForm, { kind: 'check-in' }>
  value: number | null
  onChange: (value: number) => void
}

/**
 * Renders a scale from 0 to 10 with labels at both ends. The values are radio buttons, because the arrow keys must
 * change the value.
 */
export function CheckInScale({ form, value, onChange }: Props) {
  const name = useId()
  const ends = useId()
  return (
    <fieldset className={classes.scale} aria-describedby={form.low || form.high ? ends : undefined}>
      <legend>{form.question}</legend>
      <div className={classes.steps}>
        {checkInSteps.map((step) => (
          <label key={step} className={classes.step}>
            <input
              type="radio"
              name={name}
              value={step}
              checked={value === step}
              onChange={() => onChange(step)}
              aria-label={checkInStepLabel(form, step)}
            />
            <span>{step}</span>
          </label>
        ))}
      </div>
      <div id={ends} className={classes.ends}>
        <span>{form.low}</span>
        <span>{form.high}</span>
      </div>
    </fieldset>
  )
}
