import type { Conversation } from '@attune/contract/features/messages/message/message'
import type { TextChannelName } from '@attune/contract/features/messages/text-message/text-message.rules'
import { IconAlertTriangle, IconBrandWhatsapp, IconClock, IconDeviceMobile } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import rowLink from '../../../../ui/page/row/RowLink.module.css'
import { usePendingState, type PendingMessage, type UnsentOfConversation } from '../outgoing-messages.ts'
import { latestMessageText, listTimeText } from './text.ts'
import { UnreadBadge } from './UnreadBadge.tsx'
import classes from './conversation-list.module.css'

type Props = {
  conversation: Conversation
  side: 'therapist' | 'client'
  isOpen: boolean
  /** The messages of this conversation that wait on this device; undefined if there are none. */
  unsent: UnsentOfConversation | undefined
  locale: Locale
  now: Date
}

/**
 * A conversation in the list: the other side, the latest message, its time and channel, whether a message failed or
 * waits on this device, and the number of unread messages. The row does not render again while its properties stay the same, because a list can
 * have hundreds of rows.
 */
export const ConversationRow = memo(function ConversationRow(props: Props) {
  const { side, isOpen, unsent, locale, now } = props
  const { id, person, latest, unread, hasFailed } = props.conversation
  const { t } = useTranslation('message')
  const problem = unsent?.isRefused ? t('status.refused') : hasFailed ? t('status.failed') : null
  return (
    <li className={classes.row} data-open={isOpen || undefined} data-unread={unread > 0 || undefined}>
      <PersonAvatar personId={person.id} name={person.name} url={person.avatarUrl} size={36} />
      <div className={classes.rowTexts}>
        <div className={classes.rowLine}>
          <Link
            to="/dashboard/$userType/messages"
            params={{ userType: side }}
            search={{ conversation: id }}
            className={`${rowLink.whole} ${classes.rowName}`}
            aria-current={isOpen ? 'true' : undefined}
          >
            {person.name}
          </Link>
          {latest && (
            <time className={classes.rowTime} dateTime={latest.createdAt}>
              {listTimeText(latest.createdAt, locale, now)}
            </time>
          )}
        </div>
        <div className={classes.rowLine}>
          <span className={classes.rowText}>
            {problem && (
              <span className={classes.problem}>
                <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
                {problem}
              </span>
            )}
            {unsent?.latest ? (
              <UnsentText message={unsent.latest} />
            ) : (
              <span>{latest ? latestMessageText(latest, latest.by === side, t) : t('noMessages')}</span>
            )}
          </span>
          {latest && latest.channel !== 'app' && <ChannelMark channel={latest.channel} />}
          {unread > 0 && <UnreadBadge unread={unread} />}
        </div>
      </div>
    </li>
  )
})

/** The newest message that waits on this device, on one line, after the reason why it waits. */
function UnsentText({ message }: { message: PendingMessage }) {
  const { t } = useTranslation('message')
  const { online, isUploading } = usePendingState(message)
  const { text } = message.input
  return (
    <>
      <span className={classes.waiting}>
        <IconClock size={14} stroke={1.75} aria-hidden />
        {t(isUploading && online ? 'status.uploading' : online ? 'status.sending' : 'status.waiting')}
      </span>
      <span>{t('you', { text: text || t('files', { count: message.files?.length ?? 0 }) })}</span>
    </>
  )
}

const channelIcons = { sms: IconDeviceMobile, whatsapp: IconBrandWhatsapp }

/** The channel of a text message, as an icon and a word. */
function ChannelMark({ channel }: { channel: TextChannelName }) {
  const { t } = useTranslation('message')
  const Icon = channelIcons[channel]
  return (
    <span className={classes.channel}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`channel.${channel}`)}
    </span>
  )
}
