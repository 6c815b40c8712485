import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import {
  assistantLimits,
  isEndpointKey,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { useAssistantChange } from './use-assistant-setup.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

export function EndpointKeyDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const [key, setKey] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useAssistantChange(api.assistantSetup.saveKey, onClose)
  const isWrong = !isEndpointKey(key.trim())
  const submit = () => {
    setChecked(true)
    if (!isWrong) save.mutate({ version: setup.version, key: key.trim() })
  }
  return (
    <AssistantSetupDialog title={t('key.title')} submit={t('key.save')} save={save} onClose={onClose} onSubmit={submit}>
      <SecretInput
        data-autofocus
        label={t('key.name')}
        description={t('key.host', {
          host: URL.canParse(setup.address ?? '') ? new URL(setup.address ?? '').host : '',
        })}
        autoComplete="new-password"
        maxLength={assistantLimits.key}
        value={key}
        error={checked && isWrong && t('key.wrong')}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </AssistantSetupDialog>
  )
}
