import type { AssistantPreview, AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { Button, Skeleton } from '@mantine/core'
import { type RefObject, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { FixedAnswer } from '../answer/FixedAnswer.tsx'
import { type CheckedRequest, CheckedPreview, Destination, SendButton, useCheck } from '../request/CheckedPreview.tsx'
import { PreviewFailed } from '../request/PreviewStep.tsx'
import { usePreview } from '../request/use-preview.ts'
import assistantClasses from '../assistant.module.css'
import classes from './chat.module.css'

type Props = {
  request: AssistantRequest
  /** Whether the sent text is initially collapsed. */
  isCompact: boolean
  /** Receives the function that sends the previewed request, for the send key. The function does nothing while the request cannot be sent. */
  trigger?: RefObject<(() => void) | null>
  /** Changes the prompt; null reverts the changes. */
  onEdit: (edited: string | null) => void
  onBack: () => void
  onSend: (checked: CheckedRequest) => void
}

/**
 * Shows the number of words of a request, the earlier questions that are sent with it, and the prompt. Nothing is sent before 'Send' is pressed.
 */
export function ChatPreview({ request, onBack, ...props }: Props) {
  const { t } = useTranslation('assistantPreview')
  const { read, isCurrent } = usePreview(request)
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('back')}
    </Button>
  )
  if (!read.isError && !read.data) return <Skeleton height={96} radius={10} />
  if (read.data && !read.isError && !read.data.fixedAnswer)
    return <Checked {...props} preview={read.data} isCurrent={isCurrent} edited={request.edited} back={back} />
  return (
    <div className={classes.preview}>
      {read.data?.fixedAnswer ? <FixedAnswer question={read.data.fixedAnswer} /> : <PreviewFailed read={read} />}
      <div className={classes.tools}>{back}</div>
    </div>
  )
}

type CheckedProps = Omit<Props, 'request' | 'onBack'> & {
  preview: AssistantPreview
  isCurrent: boolean
  edited: string | null
  back: React.ReactNode
}

function Checked({ preview, isCurrent, isCompact, edited, trigger, back, onEdit, onSend }: CheckedProps) {
  const { t } = useTranslation('assistantChat')
  const online = useOnline()
  const check = useCheck(preview, onSend)
  const [isOpen, setOpen] = useState(!isCompact)
  const { included, leftOut } = preview.history
  useImperativeHandle(trigger, () => () => (isCurrent && online ? check.send() : undefined))
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <Destination words={preview.words}>
        {included > 0 && ` ${t('preview.history', { count: included })}`}
        {leftOut > 0 && ` ${t('preview.leftOut', { count: leftOut })}`}
      </Destination>
      <details
        className={assistantClasses.details}
        open={isOpen || check.isMissing}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{t('preview.open')}</summary>
        {(isOpen || check.isMissing) && (
          <CheckedPreview preview={preview} check={check} isCurrent={isCurrent} edited={edited} onEdit={onEdit} />
        )}
      </details>
      <div className={classes.tools}>
        {back}
        <SendButton check={check} isCurrent={isCurrent} />
      </div>
    </section>
  )
}
