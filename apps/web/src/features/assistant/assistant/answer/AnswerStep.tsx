import type { AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { Button } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AnswerActions } from './AnswerActions.tsx'
import type { AnswerUse } from '../request/AssistantDialog.tsx'
import { AnswerView } from './AnswerView.tsx'
import classes from '../assistant.module.css'
import { FailureCallout } from './FailureCallout.tsx'
import { IncompleteText } from './IncompleteText.tsx'
import { type AnswerControl, type AnswerFailure, helpfulRetries } from './use-answer.ts'

type Props = {
  answer: AnswerControl
  request: AssistantRequest
  use: AnswerUse | null
  onBack: () => void
  onPreview: () => void
  onDone: () => void
}

/** The third step: shows the answer as it arrives, then the complete answer with its sources, or the reason why it broke off. */
export function AnswerStep({ answer, request, use, onBack, onPreview, onDone }: Props) {
  const { t } = useTranslation('assistant')
  const { state, stop } = answer
  if (state.phase === 'done')
    return (
      <>
        <AnswerView
          clientId={request.clientId}
          text={state.answer.text}
          sentences={state.answer.sentences}
          keywords={request.keywords}
          before={request.text}
        />
        <AnswerActions answer={state.answer} use={use} onDone={onDone} onDiscarded={onBack} />
      </>
    )
  if (state.phase === 'broken')
    return (
      <Broken
        failure={state.failure}
        text={state.text}
        onAgain={answer.askAgain}
        onBack={onBack}
        onPreview={onPreview}
      />
    )
  const text = state.phase === 'streaming' ? state.text : ''
  return (
    <>
      <p className={classes.quiet} role="status">
        {t(text === '' ? 'answer.waiting' : 'answer.arriving')}
      </p>
      <section className={classes.box} aria-label={t('answer.title')} aria-busy="true">
        <div className={classes.plain}>{text}</div>
      </section>
      <div className={classes.foot}>
        <span className={classes.quiet}>{t('answer.leaving')}</span>
        <Button variant="default" leftSection={<IconPlayerStop size={18} aria-hidden />} onClick={stop}>
          {t('answer.stop')}
        </Button>
      </div>
    </>
  )
}

type BrokenProps = {
  failure: AnswerFailure
  text: string
  onAgain: () => void
  onBack: () => void
  onPreview: () => void
}

/** Whether the same request can succeed later, for each kind of failure after which it can be sent again. */
const repeatable: Partial<Record<AnswerFailure['kind'], boolean>> = {
  ...helpfulRetries,
  stopped: true,
  offline: true,
  paused: true,
}

function Broken({ failure, text, onAgain, onBack, onPreview }: BrokenProps) {
  const { t } = useTranslation('assistant')
  const needsPreview = failure.kind === 'changed' || failure.kind === 'names'
  return (
    <>
      <FailureCallout failure={failure} />
      {text !== '' && <IncompleteText text={text} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack}>
          {t('answer.back')}
        </Button>
        {repeatable[failure.kind] && <Button onClick={onAgain}>{t('again')}</Button>}
        {needsPreview && <Button onClick={onPreview}>{t('answer.toPreview')}</Button>}
      </div>
    </>
  )
}
