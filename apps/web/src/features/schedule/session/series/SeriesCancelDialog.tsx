import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { useSessionMutation } from '../summary/mutations.ts'
import { counterpartName } from '../summary/status.tsx'
import { useSeriesRefusalText, type SeriesTarget } from './use-series-change.ts'

/** Cancels several sessions of a series at once, including sessions that were moved individually. */
export function SeriesCancelDialog({ session, scope, onClose }: SeriesTarget & { onClose: () => void }) {
  const { t } = useTranslation(['series', 'sessionDialog'])
  const locale = useLocale()
  const refusal = useSeriesRefusalText()
  const draft = useDraft(`series-cancel-${scope}-${session.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const name = counterpartName(session, 'therapist')
  const act = useSessionMutation<{ reason: string }, { cancelled: number }>({
    session,
    viewer: 'therapist',
    send: (input) => api.series.cancel({ ...input, sessionId: session.id, scope }),
    done: ({ cancelled }) => ({ variant: 'success', title: t('done.cancelled', { count: cancelled, name }) }),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`cancel.${scope}`)}
      submit={t('cancel.submit')}
      back={t('cancel.back')}
      busy={act.isPending}
      dirty={draft.dirty}
      danger
      problem={act.isError && refusal(act.error)}
      onSubmit={() => act.mutate({ reason })}
    >
      <DraftCallout draft={draft} />
      <Text size="sm">
        {t(`cancel.${scope}Text`, { when: momentInSentence(session.startsAt, locale) })} {t('oneMessage', { name })}
      </Text>
      <MessageField
        focus
        label={t('sessionDialog:reason')}
        description={t('sessionDialog:reasonHint', { name })}
        value={reason}
        onChange={(next) => draft.change({ reason: next })}
      />
    </FormDialog>
  )
}
