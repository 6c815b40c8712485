import type { AssistantRequest, AssistantTurn } from '@attune/contract/features/assistant/assistant/assistant'
import { VisuallyHidden } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { scrollable } from '../answer/scrollable.ts'
import type { AnswerControl } from '../answer/use-answer.ts'
import type { CheckedRequest } from '../request/CheckedPreview.tsx'
import { ChatPreview } from './ChatPreview.tsx'
import { ChatTurn } from './ChatTurn.tsx'
import classes from './chat.module.css'
import type { ChatFormState } from './use-chat-form.ts'

type Props = {
  turns: readonly AssistantTurn[]
  /** The last request that was sent on this page. */
  asked: AssistantRequest | null
  answer: AnswerControl
  form: ChatFormState
  /** The question that is being repeated. */
  again: AssistantTurn | null
  onAgain: (turn: AssistantTurn | null) => void
  onSend: (request: AssistantRequest, checked: CheckedRequest) => void
}

/** The questions of a conversation, each above its answer, oldest first. The latest is scrolled into view. */
export function ChatTurns({ turns, asked, answer, form, again, onAgain, onSend }: Props) {
  const { t } = useTranslation('assistantChat')
  const around = useEndInView(turns.length)
  if (turns.length === 0)
    return (
      <div {...scrollable} className={classes.turns} aria-label={t('turns')}>
        <EmptyState
          icon={IconSparkles}
          title={t('begin.title')}
          text={t(form.client ? 'begin.client' : 'begin.general')}
        />
      </div>
    )
  return (
    <div {...scrollable} ref={around} className={classes.turns} aria-label={t('turns')}>
      <ol className={classes.turnList}>
        {turns.map((turn, place) => (
          <ChatTurn
            key={turn.id}
            turn={turn}
            clientId={form.form.clientId}
            live={turn.id === asked?.id ? answer.state : null}
            isLast={place === turns.length - 1}
            onStop={answer.stop}
            onAgain={answer.state.phase === 'streaming' || form.mayAsk !== 'yes' ? null : () => onAgain(turn)}
          >
            {again?.id === turn.id && <AskAgain form={form} turn={turn} onBack={() => onAgain(null)} onSend={onSend} />}
          </ChatTurn>
        ))}
      </ol>
      <Announcement answer={answer} />
    </div>
  )
}

type AgainProps = Pick<Props, 'form' | 'onSend'> & { turn: AssistantTurn; onBack: () => void }

/** The preview of a repeated question. */
function AskAgain({ form, turn, onBack, onSend }: AgainProps) {
  const [edited, setEdited] = useState<string | null>(null)
  const request = form.requestOf({ ...form.formOf(turn), edited })
  return (
    <ChatPreview
      request={request}
      isCompact
      onEdit={setEdited}
      onBack={onBack}
      onSend={(checked) => onSend(request, checked)}
    />
  )
}

/** Announces to screen readers that an answer is requested, arriving, or complete. Failures have their own announcements. */
function Announcement({ answer: { state } }: Pick<Props, 'answer'>) {
  const { t } = useTranslation('assistantChat')
  const text = {
    idle: '',
    streaming: state.phase === 'streaming' && state.text === '' ? t('status.waiting') : t('status.arriving'),
    done: t('status.done'),
    broken: '',
  }[state.phase]
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}

/** The distance from the end in pixels within which the list scrolls along with arriving text. */
const nearEnd = 160

/**
 * Keeps the end of the list visible when a turn is added and while the list grows or gets less room, unless the person has scrolled up. The list
 * grows when text arrives, when buttons appear below a failed answer, and when sources and previews load later.
 */
function useEndInView(turns: number) {
  const around = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const isEmpty = turns === 0
  useLayoutEffect(() => {
    const box = around.current
    isAtEnd.current = true
    if (box) box.scrollTop = box.scrollHeight
  }, [turns])
  useEffect(() => {
    const box = around.current
    const list = box?.firstElementChild
    if (!box || !list) return
    const recordPlace = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    }
    const grown = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight
    })
    box.addEventListener('scroll', recordPlace, { passive: true })
    grown.observe(box)
    grown.observe(list)
    return () => {
      box.removeEventListener('scroll', recordPlace)
      grown.disconnect()
    }
  }, [isEmpty])
  return around
}
