import { IconMessage } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useMe } from '../../../platform/login/login.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { useGuardianConversations } from './guardian/use-guardian-conversations.ts'
import { ConversationList } from './list/ConversationList.tsx'
import classes from './messages.module.css'
import { useConversations } from './list/use-conversations.ts'

const loadConversationView = () => import('./conversation/ConversationView.tsx')
const ConversationView = lazyNamed(loadConversationView, 'ConversationView', <LoadingConversation />)

const GuardianConversationView = lazyNamed(
  () => import('./guardian/GuardianConversationView.tsx'),
  'GuardianConversationView',
  <LoadingConversation />,
)
const route = getRouteApi('/dashboard/$userType/messages')

/**
 * The page of a person's conversations [1.08]: the list beside the open conversation. A phone shows either the list or
 * the conversation.
 */
export function MessagesPage() {
  const { t } = useTranslation('message')
  const { conversation, around, guardian } = route.useSearch()
  const navigate = route.useNavigate()
  const me = useMe()
  // The list renders without this code; it loads in advance so that the first conversation opens at once.
  useEffect(() => void loadConversationView().catch(() => {}), [])
  if (!me || me.role === 'admin') return null
  const openGuardian = me.role === 'therapist' ? guardian : undefined
  const open = conversation ?? openGuardian
  const isOpen = open !== undefined || undefined
  const close = () => void navigate({ search: {} })
  return (
    <div className={classes.panes} data-open={isOpen} data-fills-phone={isOpen} data-uses-width>
      <ConversationList side={me.role} open={open} />
      {open && <h1 className={classes.phoneTitle}>{t('title')}</h1>}
      {openGuardian && <GuardianConversationView key={openGuardian} id={openGuardian} onClose={close} />}
      {conversation && (
        <ConversationView
          key={conversation}
          id={conversation}
          around={around}
          side={me.role}
          onClose={close}
          onJump={(seq) => void navigate({ search: { conversation, around: seq }, replace: true })}
          onLatest={() => void navigate({ search: { conversation } })}
        />
      )}
      {!open && <NoOpenConversation side={me.role} />}
    </div>
  )
}

/** Asks the person to choose a conversation. Renders nothing without conversations, because the list then explains the next step. */
function NoOpenConversation({ side }: { side: 'therapist' | 'client' }) {
  const { t } = useTranslation('message')
  const { conversations } = useConversations()
  const guardians = useGuardianConversations(side)
  return (
    <div className={classes.noConversation}>
      {conversations.length + guardians.length > 0 && (
        <EmptyState icon={IconMessage} title={t('choose.title')} text={t('choose.text')} />
      )}
    </div>
  )
}

function LoadingConversation() {
  return (
    <div className={classes.conversation}>
      <div className={classes.head} />
      <div className={classes.messages}>
        <RowSkeletons rows={6} />
      </div>
    </div>
  )
}
