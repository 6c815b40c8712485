import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { AssistantSetupRow } from './AssistantSetupRow.tsx'

const dialogs = {
  endpoint: lazyNamed(() => import('./EndpointDialog.tsx'), 'EndpointDialog'),
  key: lazyNamed(() => import('./EndpointKeyDialog.tsx'), 'EndpointKeyDialog'),
  provider: lazyNamed(() => import('./AssistantProviderDialog.tsx'), 'AssistantProviderDialog'),
  limits: lazyNamed(() => import('./AssistantLimitsDialog.tsx'), 'AssistantLimitsDialog'),
}

type Props = { setup: AssistantSetup }

function EditButton({ setup, of, label, name }: Props & { of: keyof typeof dialogs; label: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const Dialog = dialogs[of]
  return (
    <>
      <Button variant="default" aria-label={`${label}: ${name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Dialog setup={setup} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Shows the address and the API format of the endpoint. */
export function EndpointRow({ setup }: Props) {
  const { t } = useTranslation('assistantSetup')
  const { address, kind, isAddressAllowed } = setup
  const name = t('endpoint.name')
  const state = address === null ? t('endpoint.hint') : `${address}\n${t(`kind.${kind}`)}`
  return (
    <AssistantSetupRow name={name} state={isAddressAllowed ? state : `${state}\n${t('endpoint.notAllowed')}`}>
      <EditButton setup={setup} of="endpoint" label={t(address === null ? 'endpoint.add' : 'edit')} name={name} />
    </AssistantSetupRow>
  )
}

/** Shows when the endpoint's key was saved, or that it is missing or unreadable, with a button that adds or replaces it. Never shows the key. */
export function EndpointKeyRow({ setup }: Props) {
  const { t } = useTranslation('assistantSetup')
  const locale = useLocale()
  const { keySavedAt, isKeyReadable, needsKey, address } = setup
  const name = t('key.name')
  const saved = keySavedAt && t('key.saved', { when: momentInSentence(keySavedAt, locale) })
  const state = saved ?? t(needsKey ? 'key.none' : 'key.notNeeded')
  return (
    <AssistantSetupRow name={name} state={isKeyReadable ? state : t('key.unreadable')}>
      {address !== null && (
        <EditButton setup={setup} of="key" label={t(keySavedAt === null ? 'key.add' : 'key.replace')} name={name} />
      )}
    </AssistantSetupRow>
  )
}

/** Shows the provider, its country, and the texts about region and contract that therapists read. */
export function AssistantProviderRow({ setup }: Props) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  const { provider, providerCountry, region, contractText } = setup
  const name = t('provider.name')
  const who = [provider, providerCountry && countryName(providerCountry, language)].filter(Boolean).join(', ')
  const state = [who, region, contractText].filter(Boolean).join('\n')
  return (
    <AssistantSetupRow name={name} state={state || t('provider.hint')}>
      <EditButton setup={setup} of="provider" label={t(provider ? 'edit' : 'provider.add')} name={name} />
    </AssistantSetupRow>
  )
}

/** The time limit of an answer, and the words that one therapist can send in a day. */
export function AssistantLimitsRow({ setup }: Props) {
  const { t } = useTranslation('assistantSetup')
  const { language } = useLocale()
  const name = t('limits.name')
  const words = setup.wordsPerDay.toLocaleString(language)
  return (
    <AssistantSetupRow name={name} state={t('limits.state', { seconds: setup.timeoutSeconds, words })}>
      <EditButton setup={setup} of="limits" label={t('edit')} name={name} />
    </AssistantSetupRow>
  )
}
