import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import classes from './NotificationTable.module.css'
import type { TextColumn } from './text-column.ts'

/**
 * Says which notifications are sent by text message, with a link to the consent on which this depends. Renders nothing if the column needs no
 * explanation.
 */
export function TextColumnHint({ column: { types, channels, canAllowMore } }: { column: TextColumn }) {
  const { t } = useTranslation('notification')
  const state = types.length > 0 ? 'chosen' : 'offer'
  const sentences = [
    canAllowMore && t(`settings.texts.${state}`),
    channels.includes('whatsapp') && t('settings.texts.window'),
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <div className={classes.hint}>
      <div>{sentences.join(' ')}</div>
      {canAllowMore && (
        <TextLink to="/dashboard/$userType/settings/$subject" params={{ userType: 'client', subject: 'text-messages' }}>
          {t(`settings.texts.${state}Link`)}
        </TextLink>
      )}
    </div>
  )
}
