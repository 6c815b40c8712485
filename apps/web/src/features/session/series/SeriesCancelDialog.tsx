import { Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { useReader } from '../../../platform/reader.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { momentText } from '../../../ui/moment.ts'
import { Note } from '../../../ui/Note.tsx'
import { useAct } from '../acts.ts'
import { calledBy } from '../marks.tsx'
import { Unsent } from '../Unsent.tsx'
import { useSeriesRefusal, type Concerned } from './use-change.ts'

/** Cancels several sessions of a series at once, including those that were moved individually. */
export function SeriesCancelDialog({ session, scope, onClose }: Concerned & { onClose: () => void }) {
  const { t } = useTranslation(['series', 'sessionDialog'])
  const reader = useReader()
  const refusal = useSeriesRefusal()
  const draft = useDraft(`series-cancel-${scope}-${session.id}`, () => ({ reason: '' }))
  const { reason } = draft.value
  const name = calledBy(session, 'therapist')
  const act = useAct<{ reason: string }, { cancelled: number }>({
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
      onSubmit={() => act.mutate({ reason })}
    >
      <DraftNote draft={draft} />
      <Text size="sm">
        {t(`cancel.${scope}Text`, { when: momentText(session.startsAt, reader) })} {t('oneMessage', { name })}
      </Text>
      <Textarea
        label={t('sessionDialog:reason')}
        description={t('sessionDialog:reasonHint', { name })}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
      {act.isPending && <Unsent />}
      {act.isError && (
        <Note kind="danger" urgent>
          {refusal(act.error)}
        </Note>
      )}
    </FormDialog>
  )
}
