import type { ClientId } from '@attune/contract/common/ids'
import { IconSparkles } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { ChatList } from './ChatList.tsx'
import { ChatView } from './ChatView.tsx'
import classes from './chat.module.css'

const route = getRouteApi('/dashboard/therapist/assistant')

type PickedClient = { id: ClientId; name: string }
export type ClientPicker = ComponentType<{
  value: PickedClient | null
  onChange: (picked: PickedClient | null) => void
  optional?: boolean
}>

/**
 * The therapist's conversations with the assistant [1.13]: the list beside the open one. A phone shows either the list or the conversation. The
 * route passes the field that picks a client, because it belongs to another feature.
 */
export function AssistantPage({ ClientSelect }: { ClientSelect: ClientPicker }) {
  const { t } = useTranslation(['assistantChat', 'assistant', 'assistantPreview', 'session', 'message'])
  const { conversation, client, new: isNew } = route.useSearch()
  const navigate = route.useNavigate()
  // The key keeps a new conversation mounted when its URL changes to that of a saved one.
  const [started, setStarted] = useState({ id: '', key: '' })
  const [carried, setCarried] = useState('')
  useEffect(() => {
    document.title = `${t('title')} · Attune`
  }, [t])
  const newKey = client ?? 'general'
  const key = conversation === undefined ? newKey : conversation === started.id ? started.key : conversation
  const isOpen = conversation !== undefined || client !== undefined || isNew
  return (
    <div
      className={classes.panes}
      data-open={isOpen || undefined}
      data-fills-phone={isOpen || undefined}
      data-uses-width
    >
      <ChatList open={conversation} />
      {isOpen ? (
        <>
          <h1 className={classes.phoneTitle}>{t('title')}</h1>
          <ChatView
            key={key}
            id={conversation ?? null}
            clientId={client ?? null}
            carried={carried}
            ClientSelect={ClientSelect}
            onStarted={(id) => {
              setStarted({ id, key })
              void navigate({ search: { conversation: id }, replace: true })
            }}
            onAbout={(picked, question) => {
              setCarried(question)
              void navigate({ search: picked ? { client: picked } : { new: true }, replace: true })
            }}
            onClose={() => void navigate({ search: {} })}
          />
        </>
      ) : (
        <NoOpenChat />
      )}
    </div>
  )
}

/** The empty state when no conversation is open. Lets the therapist start a new one. */
function NoOpenChat() {
  const { t } = useTranslation('assistantChat')
  return (
    <div className={classes.noChat}>
      <EmptyState icon={IconSparkles} title={t('choose.title')} text={t('choose.text')}>
        <ButtonLink to="/dashboard/therapist/assistant" search={{ new: true }}>
          {t('new')}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}
