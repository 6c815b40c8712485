import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../assistant.module.css'

/** Shows the part of an answer that arrived before it broke off. It cannot be accepted. */
export function IncompleteText({ text }: { text: string }) {
  const { t } = useTranslation('assistant')
  return (
    <div role="group" className={classes.box} aria-label={t('answer.incomplete')} data-kind="incomplete">
      <StatusBadge icon={IconAlertTriangle} tone="warning">
        {t('answer.incomplete')}
      </StatusBadge>
      <div className={classes.plain}>{text} …</div>
    </div>
  )
}
