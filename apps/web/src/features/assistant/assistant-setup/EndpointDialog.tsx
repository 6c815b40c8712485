import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import {
  assistantLimits,
  endpointAddressProblem,
  type EndpointKind,
} from '@attune/contract/features/assistant/assistant-setup/assistant-setup.rules'
import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { AssistantSetupDialog } from './AssistantSetupDialog.tsx'
import { settingsOf, useAssistantChange } from './use-assistant-setup.ts'

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : address)

/** Asks for the interface and the address of the endpoint. */
export function EndpointDialog({ setup, onClose }: { setup: AssistantSetup; onClose: () => void }) {
  const { t } = useTranslation('assistantSetup')
  const [kind, setKind] = useState(setup.kind)
  const [address, setAddress] = useState(setup.address ?? '')
  const [checked, setChecked] = useState(false)
  const problem = endpointAddressProblem(address)
  const wanted = address.trim()
  const save = useAssistantChange(
    () => api.assistantSetup.save({ ...settingsOf(setup), kind, address: wanted }),
    onClose,
  )
  const submit = () => {
    setChecked(true)
    if (!problem) save.mutate(undefined)
  }
  const isOtherHost = setup.address !== null && !problem && originOf(wanted) !== originOf(setup.address)
  return (
    <AssistantSetupDialog
      title={t('endpoint.title')}
      submit={t('endpoint.save')}
      save={save}
      onClose={onClose}
      onSubmit={submit}
    >
      <Radio.Group label={t('kind.label')} value={kind} onChange={(value) => setKind(value as EndpointKind)}>
        <Stack gap="xs" mt="xs">
          <Radio value="openai" label={t('kind.openai')} />
          <Radio value="anthropic" label={t('kind.anthropic')} />
        </Stack>
      </Radio.Group>
      <TextInput
        data-autofocus
        label={t('endpoint.address')}
        description={t('endpoint.local')}
        placeholder={kind === 'anthropic' ? 'https://api.anthropic.com' : 'http://models.practice.lan:8080/v1'}
        inputMode="url"
        autoComplete="off"
        maxLength={assistantLimits.address}
        value={address}
        error={checked && problem && t(`endpoint.${problem}`)}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      {isOtherHost && (setup.agreement || setup.keySavedAt) && (
        <Callout kind="warning">{t('endpoint.otherHost')}</Callout>
      )}
    </AssistantSetupDialog>
  )
}
