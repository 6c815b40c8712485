import type { ClientId } from '@attune/contract/common/ids'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useViewedSubject } from '../../../../platform/push/use-viewed-subject.ts'
import { LoadingOrLate, RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { MessageComposer } from '../composer/MessageComposer.tsx'
import { PendingMessageItem } from '../item/PendingMessageItem.tsx'
import { usePendingMessages } from '../outgoing-messages.ts'
import { MessageList } from './MessageList.tsx'
import classes from '../messages.module.css'
import { useConversationMessages } from './use-conversation-messages.ts'

type Props = {
  id: ClientId
  /** The number of the message to which the list scrolls first. Without a number, the list begins at the end. */
  around: number | undefined
  side: 'therapist' | 'client'
  onClose: () => void
  /** Opens the conversation at the message with this number. */
  onJump: (seq: number) => void
  /** Opens the end of the conversation. */
  onLatest: () => void
}

/** The open conversation: its header, its messages, and the field for a new message. */
export function ConversationView({ id, around, side, onClose, onJump, onLatest }: Props) {
  // Also loads the translation namespaces of the messages and of the field. Otherwise the rendered conversation would
  // suspend and disappear while they load.
  const { t } = useTranslation(['message', 'file', ...(side === 'therapist' ? (['textMessage'] as const) : [])])
  const { read, messages, conversation, person, nextSession, showLatest } = useConversationMessages(id, around)
  useViewedSubject('conversation', id)
  const { newAfter, isElsewhere } = useNewMessages({ read, messages, conversation, around, onJump })
  const [sentCount, setSentCount] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <section
      className={classes.conversation}
      aria-label={person ? t('conversationWith', { name: person.name }) : t('conversation')}
    >
      <ConversationHeader
        side={side}
        person={person}
        conversation={conversation ?? null}
        nextStart={nextSession?.startsAt ?? null}
        onClose={onClose}
      />
      <Suspense fallback={<MessageSkeletons />}>
        {conversation && read.data && !isElsewhere ? (
          <MessageList
            key={around}
            read={read}
            messages={messages}
            conversation={conversation}
            side={side}
            around={around}
            newAfter={newAfter}
            sentCount={sentCount}
            onEnd={around === undefined ? showLatest : onLatest}
            onLeave={() => field.current?.focus()}
          />
        ) : (
          <NotLoaded id={id} read={read} isElsewhere={isElsewhere} onAgain={showLatest} />
        )}
        {conversation && (
          <MessageComposer
            conversation={conversation}
            side={side}
            field={field}
            onSent={() => setSentCount((before) => before + 1)}
          />
        )}
      </Suspense>
    </section>
  )
}

function MessageSkeletons() {
  return (
    <div className={classes.messages}>
      <RowSkeletons rows={6} />
    </div>
  )
}

type LoadedMessages = ReturnType<typeof useConversationMessages>
type NewMessagesOptions = Pick<LoadedMessages, 'read' | 'messages' | 'conversation'> & Pick<Props, 'around' | 'onJump'>

/**
 * Returns the number of the last message that was read before the conversation was opened (null if all were read, undefined until the loaded
 * messages are current), and whether the first unread message is not among the loaded ones. In that case opens the conversation at this message.
 */
function useNewMessages({ read, messages, conversation, around, onJump }: NewMessagesOptions) {
  // The cached messages can be older than the latest ones.
  const isCurrent = conversation !== undefined && !read.isFetching
  const [newAfter, setNewAfter] = useState<number | null | undefined>(undefined)
  if (isCurrent && newAfter === undefined) setNewAfter(conversation.unread > 0 ? conversation.readSeq : null)
  const [hasJumped, setJumped] = useState(false)
  if (around !== undefined && !hasJumped) setJumped(true)
  const first = messages[0]?.seq ?? 0
  const isElsewhere = !hasJumped && typeof newAfter === 'number' && first > newAfter + 1
  const jump = useEffectEvent(() => {
    if (typeof newAfter === 'number') onJump(newAfter + 1)
  })
  useEffect(() => {
    if (isElsewhere) jump()
  }, [isElsewhere])
  return { newAfter, isElsewhere }
}

type NotLoadedProps = { id: ClientId; read: LoadedMessages['read']; isElsewhere: boolean; onAgain: () => void }

/**
 * Shows that the messages load, that they have not loaded after some seconds or could not be loaded, or that the person has no access to them. If
 * they could not be loaded, also shows the messages that wait on this device.
 */
function NotLoaded({ id, read, isElsewhere, onAgain }: NotLoadedProps) {
  const { t } = useTranslation('message')
  const pending = usePendingMessages(id).filter(({ refused }) => !refused)
  return (
    <div className={classes.messages}>
      {read.isPending || isElsewhere ? (
        <LoadingOrLate text={t('conversationLate')} again={t('again')} onAgain={onAgain}>
          <RowSkeletons rows={6} />
        </LoadingOrLate>
      ) : errorCode(read.error) === 'NOT_FOUND' ? (
        <Callout kind="warning">{t('notFound')}</Callout>
      ) : (
        <>
          <Query of={read} failed={t('conversationFailed')} again={t('again')} />
          <ol className={classes.bubbles}>
            {pending.map((message) => (
              <PendingMessageItem key={message.input.id} message={message} />
            ))}
          </ol>
        </>
      )}
    </div>
  )
}
