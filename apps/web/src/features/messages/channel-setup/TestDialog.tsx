import {
  channelLimits,
  e164,
  plainNumber,
  type TextTestResult,
} from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'

/** Sends a test text to an admin's number and explains the provider's response. */
export function TestDialog({ channel, onClose }: { channel: 'sms' | 'whatsapp'; onClose: () => void }) {
  const { t } = useTranslation('channelSetup')
  const [to, setTo] = useState('')
  const [checked, setChecked] = useState(false)
  const isWrong = !e164.test(plainNumber(to))
  const send = useMutation({ mutationFn: () => api.channelSetup.sendTest({ channel, to }) })
  const result: TextTestResult | undefined = send.data?.result
  const submit = () => {
    setChecked(true)
    if (!isWrong) send.mutate()
  }
  return (
    <FormDialog
      title={t('test.title', { channel: t(`channel.${channel}`) })}
      submit={t('test.submit')}
      back={t('test.close')}
      busy={send.isPending}
      onClose={onClose}
      problem={send.isError && t('test.failed')}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        label={t('test.to')}
        type="tel"
        autoComplete="tel"
        placeholder="+49 170 1234567"
        maxLength={channelLimits.number}
        value={to}
        error={checked && isWrong && t('number.wrong')}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {result && (
        <Callout kind={result === 'accepted' ? 'calm' : 'warning'} urgent>
          {t(`result.${result}`)}
          {result === 'accepted' && channel === 'whatsapp' && ` ${t('test.window')}`}
        </Callout>
      )}
    </FormDialog>
  )
}
