import { useTranslation } from 'react-i18next'
import { Copy } from '../../ui/Copy.tsx'
import classes from './Code.module.css'
import { spelled, useStandingCode } from './standing.ts'

/** The invite code on one line, as an alternative to an invitation. Empty until it is loaded. */
export function CodeLine() {
  const { t } = useTranslation('connection')
  const { data } = useStandingCode()
  if (!data) return <div className={classes.line} />
  return (
    <div className={classes.line}>
      <span className={classes.hint}>{t('code.or')}</span>
      <span className={classes.code}>{spelled(data.code)}</span>
      <Copy value={data.code} variant="subtle" size="compact-sm">
        {t('code.copyShort')}
      </Copy>
    </div>
  )
}
