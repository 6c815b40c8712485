import { Radio, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useFailureText } from './use-failure-text.ts'

type Props = {
  textKey: 'removing' | 'disconnecting'
  name: string
  /** Whether the calendar contains events of Attune, so that the therapist must choose whether they stay. */
  hasEvents: boolean
  act: (events: 'stay' | 'delete') => Promise<void>
  onClose: () => void
}

/** Asks for confirmation before a sync ends, and whether Attune's events stay in the external calendar. */
export function RemoveDialog({ textKey, name, hasEvents, act, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText()
  const [events, setEvents] = useState<'stay' | 'delete'>('stay')
  const run = useMutation({ mutationFn: () => act(events), onSuccess: onClose })
  return (
    <FormDialog
      onClose={onClose}
      title={t(`${textKey}.title`, { name })}
      submit={t(`${textKey}.submit`)}
      back={t('back')}
      busy={run.isPending}
      danger
      problem={run.isError && failure(run.error)}
      onSubmit={() => run.mutate()}
    >
      <Text size="sm">{t(`${textKey}.text`)}</Text>
      {hasEvents && (
        <Radio.Group
          label={t('removing.events')}
          value={events}
          onChange={(next) => setEvents(next === 'delete' ? 'delete' : 'stay')}
        >
          <Stack gap="sm" mt={6}>
            <Radio value="stay" label={t('removing.stay')} />
            <Radio value="delete" label={t('removing.delete')} />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  )
}
