import type { SessionId } from '@attune/contract/common/ids'
import { useTranslation } from 'react-i18next'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'
import type { AnswerUse } from './request/AssistantDialog.tsx'
import { AssistantButton } from './AssistantButton.tsx'
import { ChatLink } from './ChatLink.tsx'
import type { AskedClient, AssistantPlace } from './assistant-request.ts'
import { DraftList } from './answer/DraftList.tsx'
import { useAssistantStatus, useIsAssistantOn } from './use-assistant-status.ts'
import classes from './assistant.module.css'

type Props = {
  sessionId: SessionId
  clients: readonly AskedClient[]
  /** Saves an accepted draft as the note of the session. */
  onAccept: AnswerUse['apply']
}

/** Lets a therapist ask the assistant for a session note, and shows the drafts created there. Renders nothing while the assistant is off. */
export function NoteAssistant(props: Props) {
  const isPending = useAssistantStatus().isPending
  const isOn = useIsAssistantOn()
  if (isPending) return <Pending />
  return isOn ? <Entry {...props} /> : null
}

function Entry({ sessionId, clients, onAccept }: Props) {
  const { t } = useTranslation('assistant')
  const place: AssistantPlace = {
    name: `assistant-session-${sessionId}`,
    clients,
    sessionId,
    // A note on a session with several clients concerns all of them, but a request may concern only one client.
    purposes: clients.length > 1 ? ['summary'] : ['note', 'summary'],
    text: '',
  }
  const use: AnswerUse = { into: 'note', apply: onAccept }
  return (
    <div className={classes.entry}>
      <div className={classes.buttons}>
        <AssistantButton variant="subtle" size="compact-sm" onOpen={() => ({ place, use })}>
          {t('open.note')}
        </AssistantButton>
        {clients.map(({ id, name }) => (
          <ChatLink key={id} clientId={id} variant="subtle" size="compact-sm">
            {t('open.question', { name })}
          </ChatLink>
        ))}
      </div>
      {clients.map(({ id }) => (
        <DraftList key={id} clientId={id} place={place} use={use} />
      ))}
    </div>
  )
}
