import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './SettingRow.module.css'

/** The outcome of the last change of a setting; null if the setting was not changed. */
export type SettingOutcome = 'saving' | 'saved' | 'notSaved' | null

type Props = { label: string; hint?: string; outcome?: SettingOutcome; narrow?: boolean; children: ReactNode }

/** A setting: its name, an explanation, the control, and the outcome of the last change. */
export function SettingRow({ label, hint, outcome = null, narrow, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.setting} data-narrow={narrow || undefined}>
      <div>
        <div className={classes.label}>{label}</div>
        {hint && <div className={classes.hint}>{hint}</div>}
        <div className={classes.outcome} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome && t(`outcome.${outcome}`)}
        </div>
      </div>
      {children}
    </div>
  )
}
