import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { assistantLimits } from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { settingsOf, useAssistantChange } from './use-assistant-setup.ts'

const { timeoutSeconds: timeoutLimits, wordsPerDay: wordLimits } = assistantLimits
const isWithin = (value: number | string, { min, max }: { min: number; max: number }): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

/** Asks for the time limit of an answer and for the number of words that one therapist can send in a day. */
export function AssistantLimitsDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const [timeoutSeconds, setTimeoutSeconds] = useState<number | string>(setup.timeoutSeconds)
  const [wordsPerDay, setWordsPerDay] = useState<number | string>(setup.wordsPerDay)
  const [checked, setChecked] = useState(false)
  const save = useAssistantChange(
    (limits: Pick<AssistantSetup, 'timeoutSeconds' | 'wordsPerDay'>) =>
      api.assistantSetup.save({ ...settingsOf(setup), ...limits }),
    onClose,
  )
  const submit = () => {
    setChecked(true)
    if (isWithin(timeoutSeconds, timeoutLimits) && isWithin(wordsPerDay, wordLimits))
      save.mutate({ timeoutSeconds, wordsPerDay })
  }
  return (
    <AssistantSetupDialog
      title={t('limits.name')}
      submit={t('limits.save')}
      save={save}
      onClose={onClose}
      onSubmit={submit}
    >
      <NumberInput
        data-autofocus
        label={t('limits.seconds')}
        description={t('limits.secondsHint')}
        hideControls
        value={timeoutSeconds}
        error={checked && !isWithin(timeoutSeconds, timeoutLimits) && t('limits.range', timeoutLimits)}
        onChange={setTimeoutSeconds}
      />
      <NumberInput
        label={t('limits.words')}
        description={t('limits.wordsHint')}
        hideControls
        value={wordsPerDay}
        error={checked && !isWithin(wordsPerDay, wordLimits) && t('limits.range', wordLimits)}
        onChange={setWordsPerDay}
      />
    </AssistantSetupDialog>
  )
}
