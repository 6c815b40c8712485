import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { channelLimits, hostPattern } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './channel-setup.module.css'
import { SetupRow } from './SetupRow.tsx'
import { useSetupChange } from './use-channel-setup.ts'

/** The hosts of the push services to which the server may send. */
export function PushHostSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const save = useSetupChange(api.channelSetup.savePushHosts)
  const host = typed.trim().toLowerCase()
  const isWrong = !hostPattern.test(host)
  const failed = { onError: () => toast.error(t('notSaved')) }
  const add = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isWrong || save.isPending) return
    const added = () => {
      setTyped('')
      setChecked(false)
    }
    save.mutate({ hosts: [...setup.pushHosts, host] }, { ...failed, onSuccess: added })
  }
  return (
    <Section title={t('push.title')} hint={t('push.hint')} rows>
      {setup.pushHosts.map((one) => (
        <SetupRow key={one} name={one}>
          <Button
            variant="default"
            disabled={save.isPending}
            aria-label={t('removeOf', { name: one })}
            onClick={() => save.mutate({ hosts: setup.pushHosts.filter((other) => other !== one) }, failed)}
          >
            {t('remove')}
          </Button>
        </SetupRow>
      ))}
      <form className={classes.add} onSubmit={add} noValidate>
        <TextInput
          label={t('push.host')}
          placeholder="push.example.org"
          autoComplete="off"
          maxLength={channelLimits.host}
          value={typed}
          error={checked && isWrong && t('push.wrong')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={typed === ''}>
          {t('push.add')}
        </Button>
      </form>
    </Section>
  )
}
