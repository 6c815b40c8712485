import type { AssistantDraftId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { CopyTextButton } from '../../../../ui/page/row/CopyTextButton.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { AnswerUse } from '../request/AssistantDialog.tsx'
import classes from '../assistant.module.css'
import { useRefetchAssistant } from '../use-assistant-status.ts'

type Props = {
  answer: { draftId: AssistantDraftId | null; text: string }
  use: AnswerUse | null
  /** Called when the answer was accepted. */
  onDone: () => void
  onDiscarded: () => void
}

/** Buttons that accept a complete answer, copy it or discard it. Only accepting inserts it into the note or text. */
export function AnswerActions({ answer, use, onDone, onDiscarded }: Props) {
  const { t } = useTranslation('assistant')
  const refetch = useRefetchAssistant()
  const accept = useMutation({
    mutationFn: async () => {
      await use?.apply(answer)
      // An inserted text is no longer a draft. Accepting a note deletes its draft from the server.
      if (use?.into === 'text' && answer.draftId) await api.assistant.deleteDraft({ id: answer.draftId })
    },
    onSuccess: () => {
      if (use) toast.success(t(`done.${use.into}`))
      onDone()
    },
    onSettled: refetch,
  })
  const discard = useDeleteDraft(answer.draftId, onDiscarded)
  return (
    <>
      {accept.isError && (
        <Callout kind="danger" urgent>
          {t('acceptFailed')}
        </Callout>
      )}
      <div className={classes.foot}>
        <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
          {t('answer.discard')}
        </Button>
        <CopyTextButton value={answer.text}>{t('answer.copy')}</CopyTextButton>
        {use && (
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t(`accept.${use.into}`)}
          </Button>
        )}
      </div>
    </>
  )
}

/** Returns a mutation that deletes the draft of a discarded answer. `draftId` is null if the answer is not stored as a draft. */
export function useDeleteDraft(draftId: AssistantDraftId | null, onDeleted?: () => void) {
  const { t } = useTranslation('assistant')
  const refetch = useRefetchAssistant()
  return useMutation({
    mutationFn: async () => {
      if (draftId) await api.assistant.deleteDraft({ id: draftId })
    },
    onSuccess: () => {
      toast.success(t('done.discarded'))
      onDeleted?.()
    },
    onError: () => toast.error(t('discardFailed')),
    onSettled: refetch,
  })
}
