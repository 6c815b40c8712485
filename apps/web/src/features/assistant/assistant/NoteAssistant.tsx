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
  /** The client whom the note, or the part of the note, is about. */
  client: AskedClient
  /** Whether the page has a part for each of several clients, so that each part has a separate unsent request. */
  isOneOfSeveral?: boolean
  /** Saves an accepted draft as the note, or the part of it, about the client. */
  onAccept: AnswerUse['apply']
}

/** Lets a therapist ask the assistant for a session note, and shows the drafts created there. Renders nothing while the assistant is off. */
export function NoteAssistant(props: Props) {
  const isPending = useAssistantStatus().isPending
  const isOn = useIsAssistantOn()
  if (isPending) return <Pending />
  return isOn ? <Entry {...props} /> : null
}

function Entry({ sessionId, client, isOneOfSeveral = false, onAccept }: Props) {
  const { t } = useTranslation('assistant')
  const place: AssistantPlace = {
    name: `assistant-session-${sessionId}${isOneOfSeveral ? `-${client.id}` : ''}`,
    clients: [client],
    sessionId,
    purposes: ['note', 'summary'],
    text: '',
  }
  const use: AnswerUse = { into: 'note', apply: onAccept }
  return (
    <div className={classes.entry}>
      <div className={classes.buttons}>
        <AssistantButton variant="subtle" size="compact-sm" onOpen={() => ({ place, use })}>
          {t('open.note')}
        </AssistantButton>
        <ChatLink clientId={client.id} variant="subtle" size="compact-sm">
          {t('open.question', { name: client.name })}
        </ChatLink>
      </div>
      <DraftList clientId={client.id} place={place} use={use} />
    </div>
  )
}
