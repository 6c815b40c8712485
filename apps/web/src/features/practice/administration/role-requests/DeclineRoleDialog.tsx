import { textLengths } from '@attune/contract/common/text/lengths'
import type { RoleRequest } from '@attune/contract/features/practice/administration/administration'
import { isFilled } from '@attune/contract/common/text/text'
import { Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useRoleDecision } from './use-role-decision.ts'

/** Declines a role request with a reason, which the person who requested the role can read. */
export function DeclineRoleDialog({ request, onClose }: { request: RoleRequest; onClose: () => void }) {
  const { t } = useTranslation('administration')
  const decision = useRoleDecision()
  const [command] = useState(createId)
  const draft = useDraft(`role-decline-${request.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const [missing, setMissing] = useState(false)
  const decline = useMutation({
    mutationFn: () => api.administration.declineRole({ id: request.id, command, reason }),
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t('waiting.declined', { name: request.name }) })
      onClose()
    },
    ...decision,
  })
  const submit = () => {
    setMissing(!isFilled(reason))
    if (isFilled(reason)) decline.mutate()
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t('declining.title', { name: request.name })}
      submit={t('declining.submit')}
      back={t('declining.back')}
      busy={decline.isPending}
      dirty={isFilled(reason)}
      onSubmit={submit}
    >
      <Text size="sm">{t('declining.text', { name: request.name })}</Text>
      <DraftCallout draft={draft} />
      <Textarea
        label={t('declining.reason')}
        required
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={textLengths.reason}
        value={reason}
        error={missing && !isFilled(reason) && t('declining.reasonMissing')}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
