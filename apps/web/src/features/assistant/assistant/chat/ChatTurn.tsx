import type { ClientId } from '@attune/contract/common/ids'
import type { AssistantTurn } from '@attune/contract/features/assistant/assistant/assistant'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerStop } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { AnswerView } from '../answer/AnswerView.tsx'
import { FailureCallout } from '../answer/FailureCallout.tsx'
import { IncompleteText } from '../answer/IncompleteText.tsx'
import type { AnswerState } from '../answer/use-answer.ts'
import classes from './chat.module.css'

type Props = {
  turn: AssistantTurn
  clientId: ClientId | null
  /** The answer that arrives on this page; null for a question of an earlier visit. */
  live: AnswerState | null
  isLast: boolean
  onStop: () => void
  /** Repeats a question without an answer; null if this is not possible now. */
  onAgain: (() => void) | null
  /** The preview of the repeated question, below the answer. */
  children: ReactNode
}

/** A question above its answer. The question stays visible while its answer is scrolled. */
export function ChatTurn({ turn, clientId, live, isLast, onStop, onAgain, children }: Props) {
  const { t } = useTranslation('assistantChat')
  return (
    <li className={classes.turn}>
      <div className={classes.question} data-long={turn.question.length > longQuestion || undefined}>
        <div className={classes.bubble}>
          <span className={classes.asker}>{t('you')}</span>
          <div className={classes.plain}>{turn.question}</div>
          {turn.isEdited && <p className={classes.quiet}>{t('edited')}</p>}
        </div>
      </div>
      <div className={classes.answer}>
        <TurnAnswer turn={turn} clientId={clientId} live={live} isLast={isLast} onStop={onStop} onAgain={onAgain} />
        {children}
      </div>
    </li>
  )
}

/** The maximum length in characters of a question that stays visible. A longer question would cover too much of its answer. */
const longQuestion = 240

function TurnAnswer({ turn, clientId, live, isLast, onStop, onAgain }: Omit<Props, 'children'>) {
  const { t } = useTranslation('assistantChat')
  if (live?.phase === 'streaming') return <Arriving text={live.text} onStop={onStop} />
  if (live?.phase === 'done')
    return <Answered text={live.answer.text} sentences={live.answer.sentences} clientId={clientId} isFresh={isLast} />
  if (turn.state === 'answered')
    return <Answered text={turn.text} sentences={turn.sentences} clientId={clientId} isFresh={false} />
  if (turn.state === 'waiting' && live === null) return <p className={classes.quiet}>{t('elsewhere')}</p>
  const text = live?.phase === 'broken' ? live.text : turn.text
  return (
    <>
      {live?.phase === 'broken' ? <FailureCallout failure={live.failure} /> : <Unanswered />}
      {text !== '' && <IncompleteText text={text} />}
      {onAgain && (
        <div>
          <Button variant="default" onClick={onAgain}>
            {t('askAgain')}
          </Button>
        </div>
      )}
    </>
  )
}

/** The apology for a question of an earlier visit that has no complete answer. */
function Unanswered() {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  return (
    <Callout kind="danger" title={t('assistant:apology')}>
      {t('unanswered')}
    </Callout>
  )
}

function Arriving({ text, onStop }: { text: string; onStop: () => void }) {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  return (
    <>
      <p className={classes.quiet}>{t(text === '' ? 'assistant:answer.waiting' : 'assistant:answer.arriving')}</p>
      {text !== '' && (
        <div className={classes.plain} aria-busy="true">
          {text}
        </div>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={onStop}>
          {t('assistant:answer.stop')}
        </Button>
      </div>
    </>
  )
}

type AnsweredProps = Pick<AssistantTurn, 'text' | 'sentences'> & {
  clientId: ClientId | null
  /** Whether the answer has just arrived. Only then are its sources loaded at once, because each loaded source is logged as read. */
  isFresh: boolean
}

function Answered({ text, sentences, clientId, isFresh }: AnsweredProps) {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  const [isOpen, setOpen] = useState(isFresh)
  if (sentences !== null && isOpen)
    return (
      <>
        <AnswerView clientId={clientId} text={text} sentences={sentences} keywords="" before="" />
        <AnswerTools text={text} />
      </>
    )
  const missing = sentences?.filter(({ places }) => places.length === 0).length ?? 0
  return (
    <>
      <div className={classes.plain}>{text}</div>
      {sentences === null ? (
        <p className={classes.quiet}>{t('generalHint')}</p>
      ) : (
        <div>
          <StatusBadge
            icon={missing > 0 ? IconAlertTriangle : IconCircleCheck}
            tone={missing > 0 ? 'warning' : 'success'}
          >
            {missing > 0 ? t('assistant:answer.notFoundCount', { count: missing }) : t('assistant:answer.allFound')}
          </StatusBadge>
        </div>
      )}
      <AnswerTools text={text}>
        {sentences !== null && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            {t('showSources')}
          </Button>
        )}
      </AnswerTools>
    </>
  )
}

function AnswerTools({ text, children }: { text: string; children?: ReactNode }) {
  const { t } = useTranslation('assistant')
  return (
    <div className={classes.tools}>
      <CopyTextButton value={text} size="compact-sm">
        {t('answer.copy')}
      </CopyTextButton>
      {children}
    </div>
  )
}
