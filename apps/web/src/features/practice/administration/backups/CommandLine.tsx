import { useTranslation } from 'react-i18next'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import classes from './backups.module.css'

/** A command to run on the server, with a button that copies it. */
export function CommandLine({ command }: { command: string }) {
  const { t } = useTranslation('backups')
  return (
    <div className={classes.command}>
      <code className={classes.code}>{command}</code>
      <CopyTextButton value={command} size="compact-sm">
        {t('copyCommand')}
      </CopyTextButton>
    </div>
  )
}
