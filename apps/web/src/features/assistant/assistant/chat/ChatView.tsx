import type { AssistantConversationId, ClientId } from '@attune/contract/common/ids'
import type {
  AssistantConversation,
  AssistantRequest,
  AssistantTurn,
} from '@attune/contract/features/assistant/assistant/assistant'
import { isFilled } from '@attune/contract/common/text/text'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { FailureCallout } from '../answer/FailureCallout.tsx'
import { type AnswerControl, useAnswer } from '../answer/use-answer.ts'
import { useAssistantStatus } from '../use-assistant-status.ts'
import type { CheckedRequest } from '../request/CheckedPreview.tsx'
import type { ClientPicker } from './AssistantPage.tsx'
import { ChatComposer } from './ChatComposer.tsx'
import { ChatHeader } from './ChatHeader.tsx'
import { ChatTurns } from './ChatTurns.tsx'
import { NotAsking } from './NotAsking.tsx'
import classes from './chat.module.css'
import { useChat } from './use-chats.ts'
import { useChatForm } from './use-chat-form.ts'

type Props = {
  /** The id of the conversation; null for one that is not saved yet. */
  id: AssistantConversationId | null
  /** The client of a new conversation; null if there is none. */
  clientId: ClientId | null
  /** The question that was typed before the client was chosen. */
  carried: string
  ClientSelect: ClientPicker
  /** Called when a new conversation exists on the server. */
  onStarted: (id: AssistantConversationId) => void
  /** Called with the chosen client of a new conversation, and the typed question. */
  onAbout: (clientId: ClientId | null, question: string) => void
  onClose: () => void
}

/** An open conversation. An existing one is shown only when it is loaded, because its client must be known. */
export function ChatView(props: Props) {
  const { id, clientId } = props
  const { t } = useTranslation('assistantChat')
  // A conversation that was started here keeps its client when it gets its URL.
  const [begun] = useState(id === null ? { clientId } : null)
  const read = useChat(id ?? '', begun === null)
  if (begun) return <OpenChat {...props} about={begun.clientId} />
  if (read.data) return <OpenChat {...props} about={read.data.client?.id ?? null} />
  const isGone = errorCode(read.error) === 'NOT_FOUND'
  return (
    <div className={classes.chat}>
      <ChatHeader chat={null} onClose={props.onClose} />
      {isGone ? (
        <GoneChat />
      ) : (
        <div className={classes.turns}>
          <Query of={read} pending={<RowSkeletons rows={5} avatar={false} />} failed={t('failed')} again={t('again')} />
        </div>
      )}
    </div>
  )
}

/** Shows that the conversation was deleted. */
function GoneChat() {
  const { t } = useTranslation('assistantChat')
  return (
    <div className={classes.turns}>
      <Callout kind="warning">{t('notFound')}</Callout>
    </div>
  )
}

function OpenChat({ about, ...props }: Props & { about: string | null }) {
  const { id, carried, onStarted, onClose } = props
  const form = useChatForm({ id, clientId: about })
  const { answer, asked, chat, isGone, turns, send } = useAsking(form, id, onStarted)
  const field = useRef<HTMLTextAreaElement>(null)
  const [again, setAgain] = useState<AssistantTurn | null>(null)
  useCarried(carried, form)
  const sendAndFocus = (request: AssistantRequest, checked: CheckedRequest) => {
    setAgain(null)
    send(request, checked)
    field.current?.focus()
  }
  const shared = { turns, asked, answer, form, onSend: sendAndFocus }
  return (
    <div className={classes.chat}>
      <ChatHeader
        chat={chat}
        name={form.name}
        picker={id === null && asked === null && <AboutPicker {...props} about={about} form={form} />}
        onClose={onClose}
      />
      {isGone ? <GoneChat /> : <ChatTurns {...shared} again={again} onAgain={setAgain} />}
      <div className={classes.foot}>
        <LostQuestion answer={answer} asked={asked} turns={turns} />
        {!isGone && (
          <WhileAsking form={form}>
            <ChatComposer
              form={form}
              isFollowUp={turns.length > 0}
              isBusy={answer.state.phase === 'streaming'}
              isLeaving={answer.state.phase === 'streaming' && asked?.id === form.form.id}
              field={field}
              onSend={sendAndFocus}
            />
          </WhileAsking>
        )}
      </div>
    </div>
  )
}

type PickerProps = Pick<Props, 'ClientSelect' | 'onAbout'> & { about: string | null; form: Form }

/** The field that selects the client of a new conversation. A question that was already typed is kept. */
function AboutPicker({ ClientSelect, about, form, onAbout }: PickerProps) {
  return (
    <ClientSelect
      optional
      value={about ? { id: about, name: form.name } : null}
      onChange={(picked) => {
        const { question } = form.form
        form.clear()
        onAbout(picked?.id ?? null, question)
      }}
    />
  )
}

type Form = ReturnType<typeof useChatForm>

/** Inserts the question that was typed before the client was chosen, unless the field already contains another one. */
function useCarried(carried: string, { form, change }: Form) {
  const isNeeded = useRef(isFilled(carried) && !isFilled(form.question))
  useEffect(() => {
    if (isNeeded.current) change({ question: carried })
    isNeeded.current = false
  })
}

/** Asks questions in the conversation. Empties the field when the server has the question. */
function useAsking(form: Form, id: AssistantConversationId | null, onStarted: (id: AssistantConversationId) => void) {
  const answer = useAnswer()
  const [asked, setAsked] = useState<AssistantRequest | null>(null)
  const read = useChat(form.conversationId, id !== null || asked !== null)
  // A deleted conversation must disappear from the screen, for example after the client withdrew the consent.
  const isGone = id !== null && read.isError && errorCode(read.error) === 'NOT_FOUND'
  const chat: AssistantConversation | null = isGone ? null : (read.data ?? null)
  const stored = chat?.turns ?? []
  const hasQuestion = stored.some((turn) => turn.id === form.form.id)
  useEffect(() => {
    if (hasQuestion) form.clear()
  })
  const isStarted = useRef(false)
  useEffect(() => {
    // The new URL takes a moment to become effective. Navigating again would restart the navigation endlessly.
    if (!chat || id !== null || isStarted.current) return
    isStarted.current = true
    onStarted(chat.id)
  })
  useSubscription('assistant_consents', () => void form.read.refetch())
  const { phase } = answer.state
  const isOnItsWay = asked !== null && (phase === 'streaming' || phase === 'done')
  const turns = isOnItsWay && !stored.some((turn) => turn.id === asked.id) ? [...stored, turnOf(asked)] : stored
  const send = (request: AssistantRequest, checked: CheckedRequest) => {
    setAsked(request)
    answer.ask({ ...request, ...checked })
  }
  return { answer, asked, chat, isGone, turns, send }
}

/** Returns the turn of a request that the server does not list yet. */
const turnOf = ({ id, question, language, sources, edited }: AssistantRequest): AssistantTurn => ({
  id,
  question,
  language,
  sources,
  isEdited: edited !== null,
  state: 'waiting',
  text: '',
  sentences: null,
  model: '',
  at: '',
})

type LostProps = { answer: AnswerControl; asked: AssistantRequest | null; turns: readonly AssistantTurn[] }

/** Shows why a question was not sent. The question is still in the field. */
function LostQuestion({ answer: { state }, asked, turns }: LostProps) {
  if (state.phase !== 'broken' || turns.some(({ id }) => id === asked?.id)) return null
  return <FailureCallout failure={state.failure} />
}

/** Shows the field if the assistant can be asked; otherwise the reason why not. */
function WhileAsking({ form, children }: { form: Form; children: React.ReactNode }) {
  const { data } = useAssistantStatus()
  if (data?.offered && data.switchedOnAt && form.mayAsk === 'yes') return children
  return <NotAsking form={form} />
}
