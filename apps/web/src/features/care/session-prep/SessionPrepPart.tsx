import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './session-prep.module.css'

/** The maximum number of items that a list shows. A line below the list gives the number of further items. */
export const mostItems = 4

export function SessionPrepPart({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {hint && <div className={classes.none}>{hint}</div>}
      {children}
    </section>
  )
}

export function MoreItems({ count }: { count: number }) {
  const { t } = useTranslation('sessionPrep')
  return count > 0 ? <p className={classes.none}>{t('more', { count })}</p> : null
}
