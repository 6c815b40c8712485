import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { channelLimits, twilioAccount } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { SetupDialog } from './SetupDialog.tsx'
import { useSetupChange } from './use-channel-setup.ts'
import { SecretInput } from '../../../ui/input/SecretInput.tsx'

/** Asks for the practice's account at the text message provider and for the key of this account. */
export function AccountDialog({ setup, onClose }: { setup: ChannelSetup; onClose: () => void }) {
  const { t } = useTranslation('channelSetup')
  const [account, setAccount] = useState(setup.account ?? '')
  const [key, setKey] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useSetupChange(api.channelSetup.saveAccount, onClose)
  const needsKey = !setup.keySavedAt || !setup.isKeyReadable
  const wrong = {
    account: !twilioAccount.test(account.trim()),
    key: /\s/.test(key.trim()) || (needsKey && key.trim() === ''),
  }
  const submit = () => {
    setChecked(true)
    if (wrong.account || wrong.key) return
    save.mutate({ account: account.trim(), ...(key.trim() && { key: key.trim() }) })
  }
  return (
    <SetupDialog title={t('account.title')} submit={t('account.save')} save={save} onClose={onClose} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('account.label')}
        placeholder="AC…"
        autoComplete="off"
        value={account}
        error={checked && wrong.account && t('account.wrong')}
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <SecretInput
        label={t('key.label')}
        description={t(needsKey ? 'key.hint' : 'key.keep')}
        autoComplete="new-password"
        maxLength={channelLimits.providerKey}
        value={key}
        error={checked && wrong.key && t('key.wrong')}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </SetupDialog>
  )
}
