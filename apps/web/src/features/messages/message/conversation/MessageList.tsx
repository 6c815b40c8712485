import type { ClientId } from '@attune/contract/common/ids'
import { wallClockOf } from '@attune/contract/common/time/time'
import type { Conversation, Message } from '@attune/contract/features/messages/message/message'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, memo, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayLabelText } from '../../../../ui/page/date-text.ts'
import { LoadFailed } from '../../../../ui/page/loading/ListStates.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { MessageItem } from '../item/MessageItem.tsx'
import classes from '../messages.module.css'
import { usePendingMessages } from '../outgoing-messages.ts'
import { PendingMessageItem } from '../item/PendingMessageItem.tsx'
import type { useConversationMessages } from './use-conversation-messages.ts'
import { useInPortions } from './use-in-portions.ts'
import { useLoadWhileAtEnd } from './use-load-while-at-end.ts'
import { useMarkMessagesRead } from './use-mark-messages-read.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useMessageScroll } from './use-message-scroll.ts'

type Props = {
  read: ReturnType<typeof useConversationMessages>['read']
  messages: readonly Message[]
  conversation: Conversation
  side: 'therapist' | 'client'
  around: number | undefined
  /**
   * The number of the last message that was read before the conversation was opened; null if all were read, undefined until the loaded messages
   * are current.
   */
  newAfter: number | null | undefined
  /** The number of messages that the person has sent since the conversation was opened. When it grows, the list scrolls to the end. */
  sentCount: number
  /** Opens the end of the conversation, which may not be loaded. */
  onEnd: () => void
  /** Moves the focus to the field for a new message. */
  onLeave: () => void
}

/** The messages of a conversation by day. The list loads older and newer messages while the person scrolls. */
export function MessageList({ read, conversation, side, around, sentCount, onEnd, onLeave, ...loaded }: Props) {
  const { t } = useTranslation('message')
  const { messages, newAfter, pending } = useDeferredMessages(conversation.id, loaded)
  const load = (more: boolean, fetchMore: () => unknown) => more && !read.isFetching && void fetchMore()
  const loadOlder = () => load(read.hasPreviousPage, read.fetchPreviousPage)
  const loadNewer = () => load(read.hasNextPage, read.fetchNextPage)
  const onShown = useMarkMessagesRead(conversation, newAfter !== undefined)
  const hasNewer = read.hasNextPage
  const waiting = pending.length
  const scroll = { messages, waiting, around, newAfter, hasNewer, loadOlder, loadNewer, onShown }
  const { box, onScroll, atEnd, scrollToEnd } = useMessageScroll(scroll)
  useLoadWhileAtEnd(read, atEnd)
  const showEnd = () => (around !== undefined || hasNewer ? onEnd() : scrollToEnd())
  useOnChange(sentCount, showEnd)
  const keys = useMessageKeys({ messages, loadOlder, onLeave })
  return (
    <div className={classes.messagesAround}>
      <div ref={box} className={classes.messages} onScroll={onScroll}>
        {(read.isFetchPreviousPageError || read.isFetchNextPageError) && (
          <LoadFailed text={t('moreFailed')} again={t('again')} onAgain={() => void read.refetch()} />
        )}
        {messages.length === 0 && pending.length === 0 && <p className={classes.dim}>{t('noMessages')}</p>}
        <ol
          className={classes.bubbles}
          aria-label={t('messagesOf', { name: conversation.person.name })}
          onKeyDown={keys.onKeyDown}
        >
          <Days
            messages={messages}
            personName={conversation.person.name}
            isReadOnly={conversation.readOnly !== null}
            side={side}
            newAfter={newAfter}
            {...keys.focus}
          />
          {pending.map((message) => (
            <PendingMessageItem key={message.input.id} message={message} />
          ))}
        </ol>
      </div>
      <EndButton
        conversation={conversation}
        isAtEnd={atEnd && !hasNewer}
        isJump={around !== undefined}
        onEnd={showEnd}
      />
      <NewMessageAnnouncement conversation={conversation} side={side} />
    </div>
  )
}

/**
 * Returns the loaded messages, the position at which the list begins, and the unsent messages. They change together in a deferred render, which React
 * can interrupt, so that it delays no frame.
 */
function useDeferredMessages(conversationId: ClientId, loaded: Pick<Props, 'messages' | 'newAfter'>) {
  const messages = useInPortions(useDeferredValue(loaded.messages))
  const newAfter = useDeferredValue(loaded.newAfter)
  const pending = useDeferredValue(usePendingMessages(conversationId)).filter(
    ({ input, refused }) => !refused && !messages.some(({ id }) => id === input.id),
  )
  return { messages, newAfter, pending }
}

/** Calls `act` whenever the value differs from the value of the previous render. */
function useOnChange(value: number, act: () => void) {
  const before = useRef(value)
  const latest = useEffectEvent(act)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    latest()
  }, [value])
}

type DaysProps = Pick<Props, 'messages' | 'side' | 'newAfter'> & {
  personName: string
  isReadOnly: boolean
  tabStop: number | null
  onFocus: (seq: number) => void
}

/** The messages, with the date above the first message of each day and a divider above the first unread message. */
const Days = memo(function Days({ messages, side, newAfter, tabStop, ...shared }: DaysProps) {
  const { t } = useTranslation('message')
  const locale = useLocale()
  const now = useNow()
  const firstNew =
    typeof newAfter !== 'number'
      ? undefined
      : messages.find(({ seq, by, isDeleted }) => seq > newAfter && by !== side && !isDeleted)
  return messages.map((message, place) => {
    const { day, time } = sentAt(message, locale.zone)
    const before = messages[place - 1]
    const isNewDay = !before || sentAt(before, locale.zone).day !== day
    return (
      <Fragment key={message.id}>
        {isNewDay && (
          <li className={classes.day}>
            <time dateTime={day}>{dayLabelText(day, locale, now, 'long')}</time>
          </li>
        )}
        {message === firstNew && before !== undefined && (
          <li className={classes.newMessages}>
            <span>{t('newMessages')}</span>
          </li>
        )}
        <MessageItem
          message={message}
          time={time}
          t={t}
          isOwn={message.by === side}
          isTabStop={message.seq === tabStop}
          {...shared}
        />
      </Fragment>
    )
  })
})

const sentTimes = new WeakMap<Message, { zone: string; day: string; time: string }>()

/** Returns day and time of a message in the reader's zone. Caches them, because time zone calculations are slow and the list renders often. */
function sentAt(message: Message, zone: string): { day: string; time: string } {
  const known = sentTimes.get(message)
  if (known?.zone === zone) return known
  const at = { zone, ...wallClockOf(message.createdAt, zone) }
  sentTimes.set(message, at)
  return at
}

type EndProps = { conversation: Conversation; isAtEnd: boolean; isJump: boolean; onEnd: () => void }

/** The button that scrolls to the end of the conversation. Its name says how many messages are unread. */
function EndButton({ conversation: { unread }, isAtEnd, isJump, onEnd }: EndProps) {
  const { t } = useTranslation('message')
  if (isAtEnd && !isJump) return null
  return (
    <Button
      className={classes.toEnd}
      size="compact-md"
      variant="default"
      leftSection={<IconArrowDown size={16} stroke={1.75} aria-hidden />}
      onClick={onEnd}
    >
      {unread > 0 ? t('new', { count: unread }) : t('toEnd')}
    </Button>
  )
}

/** Announces new messages from the other participant to screen readers. The list itself is never a live region. */
function NewMessageAnnouncement({
  conversation: { latest, lastSeq, person },
  side,
}: Pick<Props, 'conversation' | 'side'>) {
  const { t } = useTranslation('message')
  const [first] = useState(lastSeq)
  const isNew = lastSeq > first && latest !== null && latest.by !== side
  return (
    <VisuallyHidden role="status">
      {isNew && <span key={lastSeq}>{t('announce', { name: person.name })}</span>}
    </VisuallyHidden>
  )
}
