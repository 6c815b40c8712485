import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import type { Message } from '@attune/contract/features/messages/message/message'
import type { TFunction } from 'i18next'
import { memo, useRef, useState, type KeyboardEvent } from 'react'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { FileAttachments, skipSeconds, type AudioHandle } from '../../../care/file/file.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { MessageStatusMark } from './MessageStatusMark.tsx'
import classes from '../messages.module.css'

const ReceivedMediaNotes = lazyNamed(() => import('../../text-message/text-message.ts'), 'ReceivedMediaNotes')
const TextDeliveryMark = lazyNamed(() => import('../../text-message/text-message.ts'), 'TextDeliveryMark')

type Props = {
  message: Message
  /** The time at which the message was sent, in the reader's zone: '11:00'. */
  time: string
  t: TFunction<'message'>
  isOwn: boolean
  /** The name of the other participant. */
  personName: string
  isReadOnly: boolean
  /** Whether the tab key focuses this message. Only one message of the list is a tab stop; the arrow keys choose which one. */
  isTabStop: boolean
  onFocus: (seq: number) => void
}

/**
 * A message with its files, time and status. Enter or the button with three dots opens its menu. Space plays its voice
 * message; the left and right arrow keys skip ten seconds. The item does not render again while its properties stay the
 * same, because a list has up to 400 items.
 */
export const MessageItem = memo(function MessageItem(props: Props) {
  const { message, time, t, isOwn, personName, isReadOnly, isTabStop, onFocus } = props
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [viewed, setViewed] = useState<StoredFile | null>(null)
  const item = useRef<HTMLLIElement>(null)
  const player = useRef<AudioHandle>(null)
  const { seq, isDeleted, attachments } = message
  // Only one message of the list is a tab stop. The arrow keys make another message the tab stop.
  const tabStop = { tabIndex: isTabStop ? 0 : -1, onFocus: () => onFocus(seq) }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || isDeleted) return
    playByKey(event, player.current)
    if (event.key !== 'Enter') return
    event.preventDefault()
    setMenuOpen(true)
  }
  const closeMenu = () => {
    setMenuOpen(false)
    item.current?.focus({ preventScroll: true })
  }
  return (
    <li
      ref={item}
      className={classes.message}
      data-seq={seq}
      data-own={isOwn || undefined}
      {...tabStop}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bubble} data-deleted={isDeleted || undefined}>
        <MessageText message={message} t={t} isOwn={isOwn} personName={personName} />
        {attachments.length > 0 && (
          <FileAttachments files={attachments} viewed={viewed} onView={setViewed} player={player} />
        )}
      </div>
      {!isDeleted && (
        <MessageMenu
          message={message}
          t={t}
          isOpen={isMenuOpen}
          isReadOnly={isReadOnly}
          onView={setViewed}
          onOpen={() => setMenuOpen(true)}
          onClose={closeMenu}
        />
      )}
      <MessageMeta message={message} time={time} t={t} isOwn={isOwn} />
    </li>
  )
})

/** The sender and the text of a message, and a note about missing attachments of a text message. */
function MessageText({ message, t, isOwn, personName }: Pick<Props, 'message' | 't' | 'isOwn' | 'personName'>) {
  const { text, mediaCount: count, media, channel, isDeleted } = message
  const came = channel === 'app' ? null : { count, channel: t(`channel.${channel}`) }
  const sender = <span className={classes.hidden}>{isOwn ? t('fromYou') : t('from', { name: personName })}</span>
  if (isDeleted)
    return (
      <>
        {sender}
        {t('deleted')}
      </>
    )
  return (
    <>
      {sender}
      {text && <p dir="auto">{text}</p>}
      {came && count > 0 && <p>{isOwn ? t('ownMedia', came) : t('media', { ...came, name: personName })}</p>}
      {channel !== 'app' && media.length > 0 && <ReceivedMediaNotes media={media} channel={channel} />}
    </>
  )
}

function playByKey(event: KeyboardEvent, player: AudioHandle | null) {
  const skips = { ArrowLeft: -skipSeconds, ArrowRight: skipSeconds }[event.key]
  if (!player || (event.key !== ' ' && skips === undefined)) return
  event.preventDefault()
  if (skips === undefined) player.toggle()
  else player.skip(skips)
}

/**
 * The line below a message: its time, whether it is an automatic reply or was edited, the channel of a text message and,
 * for the person's own message, its status.
 */
function MessageMeta({ message, time, t, isOwn }: Pick<Props, 'message' | 'time' | 't' | 'isOwn'>) {
  const { createdAt, isEdited, isDeleted, isAutomatic, status, channel, delivery } = message
  return (
    <div className={classes.meta}>
      <time dateTime={createdAt}>{time}</time>
      {isAutomatic && <span>{t('automatic')}</span>}
      {isEdited && <span>{t('edited')}</span>}
      {channel !== 'app' && <span>{t(`channel.${channel}`)}</span>}
      {isOwn && !isDeleted && !delivery?.failed && !delivery?.isUncertain && (
        <MessageStatusMark status={status} t={t} />
      )}
      {isOwn && !isDeleted && delivery && <TextDeliveryMark message={message} />}
    </div>
  )
}
