import type { ReceivedMedia } from '@attune/contract/features/messages/text-message/text-message'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './text-message.module.css'

type Props = {
  media: readonly ReceivedMedia[]
  channel: 'sms' | 'whatsapp'
  /** True if the text message belongs to no conversation yet. Its files can be opened once it is moved to a conversation. */
  isUnassigned?: boolean
}

/** Shows the number of files of a text message that are not available yet, and the reasons why others are missing. */
export function ReceivedMediaNotes({ media, channel: name, isUnassigned = false }: Props) {
  const { t } = useTranslation('textMessage')
  const channel = t(`channel.${name}`)
  const count = media.filter(({ state }) => state === 'waiting' || (isUnassigned && state === 'ready')).length
  return (
    <>
      {count > 0 && (
        <p className={classes.mediaNote}>
          <IconPaperclip size={16} stroke={1.6} aria-hidden />
          {isUnassigned ? t('received.unassigned', { count }) : t('received.waiting', { count, channel })}
        </p>
      )}
      {media.map(
        ({ id, refusal }) =>
          refusal !== null && (
            <p key={id} className={classes.mediaNote} data-refused>
              <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
              {t(`received.refused.${refusal}`, { channel })}
            </p>
          ),
      )}
    </>
  )
}
