import type { ClientId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { attendances, outcomeOf, type Attendance } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { useSessionTransition } from '../transitions.ts'

type Props = { session: Session; step: 'complete' | 'correct'; onClose: () => void }

/** Records the attendance of each participant of a session that has begun, or corrects the recorded attendance. */
export function AttendanceDialog({ session, step, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'sessionPage'])
  const refusal = useSessionRefusalText('therapist', 'update')
  const people = session.participants.filter((person) => person.answer !== 'declined')
  const [changed, setChanged] = useState<Readonly<Record<ClientId, Attendance>>>({})
  const list = people.map(({ clientId, attendance }) => ({
    clientId,
    attendance: changed[clientId] ?? attendance ?? 'attended',
  }))
  const outcome = outcomeOf(list.map(({ attendance }) => attendance))
  const act = useSessionTransition(session, 'therapist', step, {
    once: true,
    outcome,
    refused: () => true,
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={t('attendance.title')}
      submit={t('attendance.submit')}
      back={t('attendance.back')}
      busy={act.isPending}
      dirty={Object.keys(changed).length > 0}
      problem={act.isError && refusal(act.error)}
      onSubmit={() => act.mutate({ attendance: list })}
    >
      <Stack gap="sm">
        {people.map((person, index) => (
          <NativeSelect
            key={person.clientId}
            label={`${person.firstName} ${person.lastName}`.trim()}
            value={list[index]?.attendance}
            onChange={({ currentTarget }) =>
              setChanged({ ...changed, [person.clientId]: currentTarget.value as Attendance })
            }
            data={attendances.map((value) => ({ value, label: t(`sessionPage:attendance.${value}`) }))}
          />
        ))}
      </Stack>
      <Text size="sm" c="dimmed" aria-live="polite">
        {outcome === 'no-show' ? t('attendance.nobody') : t('attendance.hint')}
      </Text>
    </FormDialog>
  )
}
