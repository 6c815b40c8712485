import type { Session } from '@attune/contract/features/session'
import { NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toast.ts'
import { Moment, otherSide, useCommands, useRefusalWords, useSessionsChanged } from '../../session/session.ts'
import { weeksLater } from './later.ts'
import { useHoursChanged } from '../live.ts'
import classes from '../timetable.module.css'

type Props = { sessions: Session[]; what: string; onClose: () => void }
/** The others are counted. */
const fewShown = 5
type Failure = { session: Session; error: unknown }

/** All sessions of an absence at once: cancelled, or moved by the same number of weeks, with one reason. What cannot be done is told. */
export function AllDialog({ sessions, what, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const refusal = useRefusalWords('therapist')
  const commandFor = useCommands()
  const sessionsChanged = useSessionsChanged()
  const hoursChanged = useHoursChanged()
  const draft = useDraft('absence-all', () => ({ reason: '' }))
  const { reason } = draft.value
  const [how, setHow] = useState<'cancel' | 'move'>('cancel')
  const [weeks, setWeeks] = useState(1)
  const [at, setAt] = useState<number | null>(null)
  const [failures, setFailures] = useState<Failure[]>([])
  const act = (session: Session) => {
    const { id, durationMinutes } = session
    if (session.may.deny && how === 'cancel') {
      return api.session.deny({ id, reason, command: commandFor(['deny', id, reason]) })
    }
    if (how === 'cancel') return api.session.cancel({ id, reason, command: commandFor([how, id, reason]) })
    const startsAt = weeksLater(session.startsAt, weeks, session.therapist.zone)
    return api.session.move({ id, startsAt, durationMinutes, reason, command: commandFor([how, id, startsAt, reason]) })
  }
  const submit = async () => {
    const failed: Failure[] = []
    for (const [place, session] of sessions.entries()) {
      setAt(place)
      // One after the other: each is told to its own clients.
      await act(session).catch((error: unknown) => failed.push({ session, error }))
    }
    setAt(null)
    setFailures(failed)
    const count = sessions.length - failed.length
    if (count > 0) toast.success(t(how === 'cancel' ? 'all.cancelled' : 'all.moved', { count }))
    await Promise.all([sessionsChanged(), hoursChanged()])
    if (failed.length === 0) {
      draft.forget()
      onClose()
    }
  }
  return (
    <FormDialog
      wide
      danger={how === 'cancel'}
      title={t('all.title', { count: sessions.length, what })}
      submit={t(how === 'cancel' ? 'all.cancel' : 'all.move', { count: sessions.length })}
      back={t('back')}
      busy={at !== null}
      dirty={draft.dirty}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <DraftNote draft={draft} />
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
            <Moment at={session.startsAt} /> {otherSide(session, 'therapist').name}
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
      {at !== null && <div role="status">{t('all.progress', { at: at + 1, count: sessions.length })}</div>}
      {failures.length > 0 && (
        <Note kind="danger" urgent title={t('all.failed', { count: failures.length })}>
          {failures.map(({ session, error }) => (
            <div key={session.id}>
              <Moment at={session.startsAt} /> {otherSide(session, 'therapist').name}: {refusal(error)}
            </div>
          ))}
        </Note>
      )}
    </FormDialog>
  )
}
