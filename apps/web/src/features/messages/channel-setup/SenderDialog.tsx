import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { channelLimits, e164, plainNumber } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { textChannels, type TextChannelName } from '@attune/contract/features/messages/text-message/text-message.rules'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { SetupDialog } from './SetupDialog.tsx'
import { useSetupChange } from './use-channel-setup.ts'

/** Adds a number from which texts are sent. */
export function SenderDialog({ setup, onClose }: { setup: ChannelSetup; onClose: () => void }) {
  const { t } = useTranslation('channelSetup')
  const [id] = useState(createId)
  const [channel, setChannel] = useState<TextChannelName>('sms')
  const [number, setNumber] = useState('')
  const [owner, setOwner] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useSetupChange(api.channelSetup.saveSender, onClose)
  const isWrong = !e164.test(plainNumber(number))
  const submit = () => {
    setChecked(true)
    if (!isWrong) save.mutate({ id, channel, number, therapistId: owner || null })
  }
  return (
    <SetupDialog title={t('number.title')} submit={t('number.add')} save={save} onClose={onClose} onSubmit={submit}>
      <NativeSelect
        data-autofocus
        label={t('number.channel')}
        value={channel}
        data={textChannels.map((value) => ({ value, label: t(`channel.${value}`) }))}
        onChange={(event) => setChannel(event.currentTarget.value === 'whatsapp' ? 'whatsapp' : 'sms')}
      />
      <TextInput
        label={t('number.label')}
        type="tel"
        autoComplete="off"
        placeholder="+49 151 12345678"
        maxLength={channelLimits.number}
        value={number}
        error={checked && isWrong && t('number.wrong')}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('number.owner')}
        description={t('number.ownerHint')}
        value={owner}
        data={[
          { value: '', label: t('number.practice') },
          ...setup.therapists.map(({ id: value, name: label }) => ({ value, label })),
        ]}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
    </SetupDialog>
  )
}
