import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './account.module.css'

/** Name and explanation at the left, the control at the right, the outcome in words. */
export function Setting(props: {
  label: string
  hint: string
  outcome?: 'saving' | 'saved' | 'notSaved' | null
  narrow?: boolean
  children: ReactNode
}) {
  const { label, hint, outcome = null, narrow, children } = props
  const { t } = useTranslation('account')
  return (
    <div className={classes.setting} data-narrow={narrow || undefined}>
      <div>
        <div className={classes.label}>{label}</div>
        <div className={classes.hint}>{hint}</div>
        <div className={classes.hint} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome && t(`settings.${outcome}`)}
        </div>
      </div>
      {children}
    </div>
  )
}
