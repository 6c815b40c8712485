import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { useGuardianStep } from './use-guarded-sessions.ts'

type Props = {
  step: 'decline' | 'cancel'
  session: GuardedSession
  /** Sends the step with its reason. `id` stays the same while the dialog is open, so that a repeat has no further effect. */
  send: (reason: string, id: string) => Promise<GuardedSession>
  onClose: () => void
}

/** Asks a guardian for a reason before a session is declined, or its cancellation requested. */
export function GuardianReasonDialog({ step, session, send, onClose }: Props) {
  const { t } = useTranslation('guardianSession')
  const locale = useLocale()
  const [id] = useState(createId)
  const name = session.therapist.name
  const draft = useDraft(`guardian-${step}-${session.id}`, () => ({ reason: '' }))
  const act = useGuardianStep<string>({
    send: (reason) => send(reason, id),
    done: ({ status }) => t(step === 'cancel' && status !== 'cancelled' ? 'done.askCancel' : `done.${step}`, { name }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    showsRefusal: true,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${step}.title`)}
      submit={t(`${step}.submit`)}
      back={t('back')}
      busy={act.isPending}
      dirty={draft.dirty}
      danger={step === 'cancel'}
      problem={act.problem}
      onSubmit={() => act.mutate(draft.value.reason)}
    >
      <DraftCallout draft={draft} />
      <div>
        <Text fw={600}>{momentText(session.startsAt, locale)}</Text>
        <Text size="sm">{t(`${step}.text`, { name })}</Text>
      </div>
      <MessageField
        focus
        label={t('reason')}
        description={t('reasonHint', { name })}
        value={draft.value.reason}
        onChange={(reason) => draft.change({ reason })}
      />
    </FormDialog>
  )
}
