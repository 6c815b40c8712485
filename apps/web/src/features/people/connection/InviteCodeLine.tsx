import { useTranslation } from 'react-i18next'
import { CopyTextButton } from '../../../ui/page/row/CopyTextButton.tsx'
import classes from './InviteCode.module.css'
import { formatInviteCode, useInviteCode } from './use-invite-code.ts'

/** Shows the invite code on one line, as an alternative to an invitation by email. Empty until the code is loaded. */
export function InviteCodeLine() {
  const { t } = useTranslation('connection')
  const { data } = useInviteCode()
  if (!data) return <div className={classes.line} />
  return (
    <div className={classes.line}>
      <span className={classes.hint}>{t('code.or')}</span>
      <span className={classes.code}>{formatInviteCode(data.code)}</span>
      <CopyTextButton value={data.code} variant="subtle" size="compact-sm">
        {t('code.copyShort')}
      </CopyTextButton>
    </div>
  )
}
