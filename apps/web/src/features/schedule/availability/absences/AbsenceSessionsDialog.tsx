import type { Session } from '@attune/contract/features/schedule/session/session'
import { NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { Moment, counterpartOf, useSkippedReasonText, useSessionRefusalText } from '../../session/session.ts'
import classes from '../timetable/timetable.module.css'
import { useBulkSessionChange, type BulkSessionChange } from './use-bulk-session-change.ts'

type Props = { sessions: Session[]; what: string; onClose: () => void }
/** Maximum number of sessions that the dialog lists. For the remaining sessions the dialog shows only their number. */
const fewShown = 5
/**
 * Cancels all sessions in an absence, or moves them by the same number of weeks, with one reason. One request makes all
 * changes, so each client gets only one notification. Lists each session that could not be changed, and why.
 */
export function AbsenceSessionsDialog({ sessions, what, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const refusal = useSessionRefusalText('therapist')
  const draft = useDraft('absence-all', () => ({ reason: '' }))
  const { reason } = draft.value
  const [how, setHow] = useState<BulkSessionChange['how']>('cancel')
  const [weeks, setWeeks] = useState(1)
  const { submit, isPending, error, left, named } = useBulkSessionChange(sessions, { how, weeks, reason }, () => {
    draft.forget()
    onClose()
  })
  return (
    <FormDialog
      wide
      danger={how === 'cancel'}
      title={t('bulkChange.title', { count: sessions.length, what })}
      submit={t(how === 'cancel' ? 'bulkChange.cancel' : 'bulkChange.move', { count: sessions.length })}
      back={t('back')}
      busy={isPending}
      dirty={draft.dirty}
      problem={error && refusal(error)}
      notice={left.length > 0 && <FailedSessions left={left} named={named} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftCallout draft={draft} />
      <HowFields how={how} onHow={setHow} weeks={weeks} onWeeks={setWeeks} />
      <NamedSessions sessions={sessions} />
      <MessageField
        focus
        label={t('bulkChange.reason')}
        description={t('bulkChange.reasonHint')}
        value={reason}
        onChange={(next) => draft.change({ reason: next })}
      />
      <Text size="sm" c="dimmed">
        {t(how === 'cancel' ? 'bulkChange.thenCancel' : 'bulkChange.thenMove')}
      </Text>
    </FormDialog>
  )
}

type HowProps = Pick<BulkSessionChange, 'how' | 'weeks'> & {
  onHow: (how: BulkSessionChange['how']) => void
  onWeeks: (weeks: number) => void
}

function HowFields({ how, weeks, onHow, onWeeks }: HowProps) {
  const { t } = useTranslation('timetable')
  return (
    <>
      <Radio.Group
        label={t('bulkChange.how')}
        value={how}
        onChange={(next) => onHow(next === 'move' ? 'move' : 'cancel')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="cancel" label={t('bulkChange.howCancel')} />
          <Radio value="move" label={t('bulkChange.howMove')} />
        </Stack>
      </Radio.Group>
      {how === 'move' && (
        <NativeSelect
          label={t('bulkChange.weeks')}
          value={String(weeks)}
          data={[1, 2, 3, 4, 5, 6, 8, 12].map((count) => ({
            value: String(count),
            label: t('bulkChange.week', { count }),
          }))}
          onChange={(event) => onWeeks(Number(event.currentTarget.value))}
        />
      )}
    </>
  )
}

function NamedSessions({ sessions }: { sessions: Session[] }) {
  const { t } = useTranslation('timetable')
  return (
    <ul className={classes.plain}>
      {sessions.slice(0, fewShown).map((session) => (
        <li key={session.id}>
          <Moment at={session.startsAt} /> {counterpartOf(session, 'therapist').name}
        </li>
      ))}
      {sessions.length > fewShown && <li>{t('bulkChange.rest', { count: sessions.length - fewShown })}</li>}
    </ul>
  )
}

type FailedProps = Pick<ReturnType<typeof useBulkSessionChange>, 'left' | 'named'>

/** Lists the sessions that could not be changed, each with the reason. */
function FailedSessions({ left, named }: FailedProps) {
  const { t } = useTranslation('timetable')
  const skippedReasonText = useSkippedReasonText()
  return (
    <Callout kind="danger" urgent title={t('bulkChange.failed', { count: left.length })}>
      {left.map((one) => {
        const session = named.get(one.id)
        return (
          <div key={one.id}>
            {session && <Moment at={session.startsAt} />} {session && counterpartOf(session, 'therapist').name}:{' '}
            {skippedReasonText(one)}
          </div>
        )
      })}
    </Callout>
  )
}
