import { useId } from 'react'
import classes from './ChoiceChips.module.css'

type Props<Value extends string> = {
  label: string
  /** A line below the options about the chosen one. */
  description?: string
  /** The value of the chosen option. If it is the value of no option, none is chosen. */
  value: Value | ''
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A field with a few options that are all visible, so that each is one click away. Many options scroll. */
export function ChoiceChips<Value extends string>({ label, description, value, options, onChange }: Props<Value>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={description && `${id}-hint`}>
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input type="radio" name={id} checked={value === option.value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
      {description && (
        <div id={`${id}-hint`} className={classes.hint}>
          {description}
        </div>
      )}
    </div>
  )
}
