import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SettingRow.module.css'

/** The outcome of the last change of a setting; null if the setting was not changed. */
export type SettingOutcome = 'saving' | 'saved' | 'notSaved' | null

type Props = {
  label: string
  /** An explanation below the name. */
  hint?: string
  /** The current state, such as the end of a pause. */
  state?: string
  outcome?: SettingOutcome
  /** Whether the control takes only the width that it needs. */
  narrow?: boolean
  /** Whether the control stays beside the name on a phone. A button then shows and hides the explanation. */
  inline?: boolean
  children: ReactNode
}

/** A setting: its name, an explanation, the control, and the outcome of the last change. */
export function SettingRow({ label, hint, state, outcome = null, narrow, inline, children }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.setting} data-narrow={narrow || inline || undefined} data-inline={inline || undefined}>
      <div>
        <div className={classes.label}>
          {label}
          {inline && hint && (
            <ActionIcon
              className={classes.about}
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t('aboutSetting', { label })}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <IconInfoCircle size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
        {hint && (
          <div id={id} className={classes.hint} data-closed={(inline && !open) || undefined}>
            {hint}
          </div>
        )}
        {state && <div className={classes.hint}>{state}</div>}
        <div className={classes.outcome} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome && t(`outcome.${outcome}`)}
        </div>
      </div>
      {children}
    </div>
  )
}
