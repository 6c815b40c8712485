import type { Session } from '@attune/contract/features/session'
import { NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Callout } from '../../../ui/Callout.tsx'
import { toast } from '../../../ui/toast.ts'
import {
  Moment,
  counterpartOf,
  useCommandIds,
  useSkippedReasonText,
  useSessionRefusalText,
  useInvalidateSessions,
  useUndoBulkCancel,
} from '../../session/session.ts'
import { addWeeks } from './add-weeks.ts'
import { useInvalidateAvailability } from '../use-availability-updates.ts'
import classes from '../timetable.module.css'

type Props = { sessions: Session[]; what: string; onClose: () => void }
/** The dialog names this many sessions and counts the others. */
const fewShown = 5
/**
 * Cancels all sessions in an absence, or moves them by the same number of weeks, with one reason. It is one command, so each
 * client gets one notification. Sessions that could not be changed are listed with the reason.
 */
export function AbsenceSessionsDialog({ sessions, what, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const refusal = useSessionRefusalText('therapist')
  const leftWords = useSkippedReasonText()
  const undo = useUndoBulkCancel()
  const commandFor = useCommandIds()
  const sessionsChanged = useInvalidateSessions()
  const hoursChanged = useInvalidateAvailability()
  const draft = useDraft('absence-all', () => ({ reason: '' }))
  const { reason } = draft.value
  const [how, setHow] = useState<'cancel' | 'move'>('cancel')
  const [weeks, setWeeks] = useState(1)
  const [asked, setAsked] = useState(sessions)
  // Changed sessions disappear from `sessions`; the failed ones are named with their data from before.
  const named = new Map(asked.map((session) => [session.id, session]))
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => {
      const ids = sessions.map(({ id }) => id)
      if (how === 'cancel') return api.session.cancelTogether({ ids, reason, command: commandFor([how, ids, reason]) })
      const moves = sessions.map(({ id, startsAt, therapist }) => ({
        id,
        startsAt: addWeeks(startsAt, weeks, therapist.zone),
      }))
      return api.session.moveTogether({ moves, reason, command: commandFor([how, moves, reason]) })
    },
    onMutate: () => setAsked(sessions),
    onSuccess: ({ done, left }) => {
      const count = done.length
      const title = t(how === 'cancel' ? 'all.cancelled' : 'all.moved', { count })
      // A declined request cannot be restored.
      const back = how === 'cancel' ? done.filter((id) => !named.get(id)?.may.deny) : []
      const action = back.length > 0 && { label: t('undo'), onClick: () => void undo(back) }
      if (count > 0) toast({ variant: 'success', title, ...(action && { action }) })
      if (left.length > 0) return
      draft.forget()
      onClose()
    },
    onSettled: () => Promise.all([sessionsChanged(), hoursChanged()]),
  })
  const left = data?.left ?? []
  return (
    <FormDialog
      wide
      danger={how === 'cancel'}
      title={t('all.title', { count: sessions.length, what })}
      submit={t(how === 'cancel' ? 'all.cancel' : 'all.move', { count: sessions.length })}
      back={t('back')}
      busy={isPending}
      dirty={draft.dirty}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <DraftCallout draft={draft} />
      <Radio.Group label={t('all.how')} value={how} onChange={(next) => setHow(next === 'move' ? 'move' : 'cancel')}>
        <Stack gap="xs" mt={4}>
          <Radio value="cancel" label={t('all.howCancel')} />
          <Radio value="move" label={t('all.howMove')} />
        </Stack>
      </Radio.Group>
      {how === 'move' && (
        <NativeSelect
          label={t('all.weeks')}
          value={String(weeks)}
          data={[1, 2, 3, 4, 5, 6, 8, 12].map((count) => ({ value: String(count), label: t('all.week', { count }) }))}
          onChange={(event) => setWeeks(Number(event.currentTarget.value))}
        />
      )}
      <ul className={classes.plain}>
        {sessions.slice(0, fewShown).map((session) => (
          <li key={session.id}>
            <Moment at={session.startsAt} /> {counterpartOf(session, 'therapist').name}
          </li>
        ))}
        {sessions.length > fewShown && <li>{t('all.rest', { count: sessions.length - fewShown })}</li>}
      </ul>
      <Textarea
        label={t('all.reason')}
        description={t('all.reasonHint')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ reason: event.currentTarget.value })}
      />
      <Text size="sm" c="dimmed">
        {t(how === 'cancel' ? 'all.thenCancel' : 'all.thenMove')}
      </Text>
      {error && (
        <Callout kind="danger" urgent>
          {refusal(error)}
        </Callout>
      )}
      {left.length > 0 && (
        <Callout kind="danger" urgent title={t('all.failed', { count: left.length })}>
          {left.map((one) => {
            const session = named.get(one.id)
            return (
              <div key={one.id}>
                {session && <Moment at={session.startsAt} />} {session && counterpartOf(session, 'therapist').name}:{' '}
                {leftWords(one)}
              </div>
            )
          })}
        </Callout>
      )}
    </FormDialog>
  )
}
