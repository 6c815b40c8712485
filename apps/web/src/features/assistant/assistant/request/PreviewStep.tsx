import type { AssistantPreview, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from '../assistant.module.css'
import { type CheckedRequest, CheckedPreview, Destination, SendButton, useCheck } from './CheckedPreview.tsx'
import { FailureCallout } from '../answer/FailureCallout.tsx'
import { FixedAnswer } from '../answer/FixedAnswer.tsx'
import { answerFailureOf } from '../answer/use-answer.ts'
import { usePreview } from './use-preview.ts'

type Props = {
  request: AssistantRequest
  onEdit: (edited: string | null) => void
  onBack: () => void
  onSend: (checked: CheckedRequest) => void
}

/** The second step: the text that is sent, which the therapist can edit, and the exact request. Nothing is sent before 'Send'. */
export function PreviewStep({ request, onEdit, onBack, onSend }: Props) {
  const { t } = useTranslation('assistantPreview')
  const { read, isCurrent } = usePreview(request)
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('back')}
    </Button>
  )
  const foot = <div className={classes.foot}>{back}</div>
  if (read.isError)
    return (
      <>
        <PreviewFailed read={read} />
        {foot}
      </>
    )
  if (!read.data) return <Skeleton height={360} radius={10} />
  if (read.data.fixedAnswer)
    return (
      <>
        <FixedAnswer question={read.data.fixedAnswer} />
        {foot}
      </>
    )
  const shown = { preview: read.data, isCurrent, edited: request.edited, onEdit }
  return <Checked {...shown} back={back} onSend={onSend} />
}

/** Shows the reason why a request cannot be previewed. */
export function PreviewFailed({ read }: { read: ReturnType<typeof usePreview>['read'] }) {
  const { t } = useTranslation('assistantPreview')
  const failure = answerFailureOf(read.error)
  if (failure.kind !== 'failed' && failure.kind !== 'offline') return <FailureCallout failure={failure} />
  return <Query of={read} alsoStale failed={t('failed')} again={t('again')} />
}

type CheckedProps = Pick<Props, 'onEdit' | 'onSend'> & {
  preview: AssistantPreview
  isCurrent: boolean
  edited: string | null
  back: React.ReactNode
}

function Checked({ back, onSend, ...shown }: CheckedProps) {
  const check = useCheck(shown.preview, onSend)
  return (
    <>
      <Destination words={shown.preview.words} />
      <CheckedPreview {...shown} check={check} />
      <div className={classes.foot}>
        {back}
        <SendButton check={check} isCurrent={shown.isCurrent} />
      </div>
    </>
  )
}
