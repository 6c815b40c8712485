import type { AssistantDraftId } from '@attune/contract/common/ids'
import '../../../../ui/styles-overlay.ts'
import type { AssistantDraft } from '@attune/contract/features/assistant/assistant/assistant'
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import { AnswerStep } from '../answer/AnswerStep.tsx'
import { assistantRequestOf, type AssistantPlace } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { ChooseStep } from './ChooseStep.tsx'
import { NoConsentStep } from './NoConsentStep.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { useAnswer } from '../answer/use-answer.ts'
import { useAssistantForm, type AssistantFormState } from './use-assistant-form.ts'

/**
 * The use of an answer that the therapist accepts: `apply` inserts it into the note or the text. If the use is null, the answer can only be copied.
 */
export type AnswerUse = {
  into: 'note' | 'text'
  /** Throws if the text was not saved. */
  apply: (answer: { draftId: AssistantDraftId | null; text: string }) => Promise<void> | void
}

type Props = {
  place: AssistantPlace
  use: AnswerUse | null
  /** The draft whose request the therapist repeats. */
  draft?: AssistantDraft
  /** Whether the dialog is opened from another dialog. */
  over?: boolean
  onClose: () => void
}

/** Asks the assistant in three steps: choose the sources, check the preview, read the answer. */
export function AssistantDialog({ place, use, draft, over = false, onClose }: Props) {
  const { t } = useTranslation('assistant')
  const phone = usePhone()
  const state = useAssistantForm(place, draft)
  return (
    <Dialog
      title={t(`title.${state.form.purpose}`)}
      size={900}
      fullScreen={phone}
      over={over}
      closeOnClickOutside={false}
      // The consent dialog opens above this one. Escape must not close both.
      closeOnEscape={state.mayAsk !== 'no-consent'}
      onClose={onClose}
    >
      <Steps state={state} place={place} use={use} over={over} onClose={onClose} />
    </Dialog>
  )
}

type StepsProps = Omit<Props, 'draft' | 'over'> & { state: AssistantFormState; over: boolean }

function Steps({ state, place, use, over, onClose }: StepsProps) {
  const { t } = useTranslation('assistant')
  const online = useOnline()
  const [step, setStep] = useState<'choose' | 'preview' | 'answer'>('choose')
  const answer = useAnswer()
  const { form, read, mayAsk, offered } = state
  useSubscription('assistant_consents', () => void read.refetch())
  const request = assistantRequestOf(form, place, offered)
  const back = () => {
    answer.reset()
    setStep('choose')
  }
  const isWithdrawn = answer.state.phase === 'broken' && answer.state.failure.kind === 'withdrawn'
  if (mayAsk !== 'yes' && !isWithdrawn) return <NotAsking state={state} canRecord={!over} />
  return (
    <div className={classes.stack}>
      {!online && <Callout kind="offline">{t('offline')}</Callout>}
      {step === 'choose' && (
        <ChooseStep state={state} place={place} request={request} onNext={() => setStep('preview')} />
      )}
      {step === 'preview' && (
        <PreviewStep
          request={request}
          onEdit={state.edit}
          onBack={back}
          onSend={(checked) => {
            answer.ask({ ...request, ...checked })
            setStep('answer')
          }}
        />
      )}
      {step === 'answer' && (
        <AnswerStep
          answer={answer}
          request={request}
          use={use}
          onBack={back}
          onPreview={() => {
            answer.reset()
            setStep('preview')
          }}
          onDone={() => {
            state.kept.forget()
            onClose()
          }}
        />
      )}
    </div>
  )
}

/** Shows why the assistant cannot be asked: the sources are loading or failed to load, the record is inactive, or the client has not consented. */
function NotAsking({ state: { client, read, mayAsk }, canRecord }: { state: AssistantFormState; canRecord: boolean }) {
  const { t } = useTranslation('assistant')
  if (mayAsk === 'inactive') return <Callout>{t('inactive')}</Callout>
  if (mayAsk === 'no-consent' && client) return <NoConsentStep client={client} canRecord={canRecord} />
  if (!read.isError) return <Skeleton height={320} radius={10} />
  return <Query of={read} alsoStale failed={t('loadFailed')} again={t('again')} />
}
