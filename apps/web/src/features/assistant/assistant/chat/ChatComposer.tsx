import type { AssistantRequest } from '@attune/contract/features/assistant/assistant/assistant'
import { isFilled } from '@attune/contract/common/text/text'
import { assistantLengths } from '@attune/contract/features/assistant/assistant/assistant.limits.rules'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../../platform/offline/use-online.ts'
import { interfaceLanguages, isLanguage, languageNames } from '../../../../platform/settings/language.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useSendKey } from '../../../../ui/input/use-send-key.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { chosenSources } from '../assistant-request.ts'
import assistantClasses from '../assistant.module.css'
import type { CheckedRequest } from '../request/CheckedPreview.tsx'
import { SourceList } from '../request/SourceList.tsx'
import { ChatPreview } from './ChatPreview.tsx'
import classes from './chat.module.css'
import type { ChatFormState } from './use-chat-form.ts'

type Props = {
  form: ChatFormState
  isFollowUp: boolean
  /** Whether an answer is being written. */
  isBusy: boolean
  /** Whether the field still shows the question that was sent. The next question can be typed once the server has it. */
  isLeaving: boolean
  field: RefObject<HTMLTextAreaElement | null>
  onSend: (request: AssistantRequest, checked: CheckedRequest) => void
}

/**
 * The field for a question. The send key first shows a preview, and sends the question when it is pressed again. The question is stored on this
 * device until the server has it.
 */
export function ChatComposer({ form: state, onSend, ...props }: Props) {
  const { isFollowUp, isBusy, field } = props
  const { t } = useTranslation('assistant')
  const online = useOnline()
  const { form, kept, edit } = state
  const check = useChecking(isFilled(form.question), isBusy)
  const request = state.requestOf(form)
  return (
    <div className={classes.composerAround}>
      <DraftCallout draft={kept} />
      {!online && <Callout kind="offline">{t('offline')}</Callout>}
      {check.isShown && (
        <ChatPreview
          request={request}
          isCompact={isFollowUp}
          trigger={check.trigger}
          onEdit={edit}
          onBack={() => {
            check.close()
            field.current?.focus()
          }}
          onSend={(checked) => {
            check.close()
            onSend(request, checked)
          }}
        />
      )}
      <QuestionField {...props} state={state} check={check} />
      <Choices state={state} />
    </div>
  )
}

/**
 * Returns whether the preview of the question is shown, and `next`, the action of the send key and the send button. `next` first shows the preview,
 * and then sends through `trigger`. Without a question, `next` only sets `isMissing`. While an answer is being written (`isBusy`), `next`
 * does nothing.
 */
function useChecking(hasQuestion: boolean, isBusy: boolean) {
  const [isChecking, setChecking] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const trigger = useRef<(() => void) | null>(null)
  const isShown = isChecking && hasQuestion && !isBusy
  const next = () => {
    setMissing(!hasQuestion)
    if (!hasQuestion || isBusy) return
    if (isShown) trigger.current?.()
    else setChecking(true)
  }
  return { isShown, isMissing: isMissing && !hasQuestion, trigger, next, close: () => setChecking(false) }
}

type FieldProps = Omit<Props, 'form' | 'onSend'> & { state: ChatFormState; check: ReturnType<typeof useChecking> }

function QuestionField({ state: { form, change }, check, isFollowUp, isBusy, isLeaving, field }: FieldProps) {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  const { sendKey, onKeyDown } = useSendKey(check.next)
  return (
    <div className={classes.composer}>
      <Textarea
        ref={field}
        variant="unstyled"
        aria-label={t('assistant:choose.question')}
        placeholder={t(isFollowUp ? 'followUp' : 'assistant:choose.questionExample')}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={assistantLengths.question}
        styles={{ input: { fontSize: 16 } }}
        autoFocus
        value={form.question}
        readOnly={isLeaving}
        error={check.isMissing && t('assistant:choose.questionMissing')}
        onKeyDown={onKeyDown}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <div className={classes.tools}>
        <span className={classes.keyHint}>{t(check.isShown ? 'sendKey' : 'checkKey', { key: sendKey })}</span>
        {!check.isShown && (
          <Button disabled={isBusy} onClick={check.next}>
            {t('assistant:choose.next')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The sources and the language of the answer. */
function Choices({ state: { form, offered, change } }: { state: ChatFormState }) {
  const { t } = useTranslation(['assistantChat', 'assistant'])
  const count = chosenSources(form, offered).length
  return (
    <details className={assistantClasses.details}>
      <summary>{form.clientId ? t('choices', { count }) : t('assistant:choose.language')}</summary>
      <div className={classes.choices}>
        <NativeSelect
          label={t('assistant:choose.language')}
          value={form.language}
          data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && change({ language: value })}
        />
        {form.clientId && <SourceList form={form} offered={offered} onChange={change} />}
      </div>
    </details>
  )
}
