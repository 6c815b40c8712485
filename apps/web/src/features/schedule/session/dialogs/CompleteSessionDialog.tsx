import type { Session } from '@attune/contract/features/schedule/session/session'
import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { useSessionTransition } from '../transitions.ts'

/** Marks a session with several clients as completed and asks who attended. */
export function CompleteSessionDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation('sessionDialog')
  const refusal = useSessionRefusalText('therapist', 'update')
  const people = session.participants.filter((person) => person.answer !== 'declined')
  const [absent, setAbsent] = useState<string[]>([])
  const act = useSessionTransition(session, 'therapist', 'complete', {
    once: true,
    refused: () => true,
    onDone: onClose,
  })
  const nobody = absent.length === people.length
  return (
    <FormDialog
      onClose={onClose}
      title={t('completing.title')}
      submit={t('completing.submit')}
      back={t('completing.back')}
      busy={act.isPending}
      dirty={absent.length > 0}
      problem={act.isError && refusal(act.error)}
      onSubmit={() => !nobody && act.mutate({ absent })}
    >
      <Checkbox.Group
        label={t('completing.who')}
        value={people.map((person) => person.clientId).filter((id) => !absent.includes(id))}
        onChange={(there) => setAbsent(people.map((person) => person.clientId).filter((id) => !there.includes(id)))}
      >
        <Stack gap="xs" mt="xs">
          {people.map((person) => (
            <Checkbox
              key={person.clientId}
              value={person.clientId}
              label={`${person.firstName} ${person.lastName}`.trim()}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {nobody ? t('completing.noneAttended') : t('completing.hint')}
      </Text>
    </FormDialog>
  )
}
