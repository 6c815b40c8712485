import type { TherapistId } from '@attune/contract/common/ids'
import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { CopyTextButton } from '../../../ui/page/row/CopyTextButton.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './channel-setup.module.css'
import { SetupRow } from './SetupRow.tsx'
import { useSetupChange } from './use-channel-setup.ts'

const SenderDialog = lazyNamed(() => import('./SenderDialog.tsx'), 'SenderDialog')

/** The numbers from which texts are sent, each with its owner. */
export function SenderSettings({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const [adding, setAdding] = useState(false)
  const remove = useSetupChange(api.channelSetup.removeSender)
  const ownerOf = (id: TherapistId | null) =>
    id === null ? t('number.practice') : (setup.therapists.find((one) => one.id === id)?.name ?? t('number.left'))
  return (
    <Section
      title={t('numbers')}
      hint={t('numbersHint')}
      rows
      action={
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('number.add')}
        </Button>
      }
    >
      {setup.senders.length === 0 && <SetupRow name={t('number.none')} />}
      {setup.senders.map(({ id, channel, number, therapistId }) => (
        <SetupRow key={id} name={number} state={`${t(`channel.${channel}`)} · ${ownerOf(therapistId)}`}>
          <Button
            variant="default"
            aria-label={t('removeOf', { name: number })}
            loading={remove.isPending && remove.variables.id === id}
            onClick={() => remove.mutate({ id }, { onError: () => toast.error(t('notSaved')) })}
          >
            {t('remove')}
          </Button>
        </SetupRow>
      ))}
      <SetupRow name={t('incoming.title')} state={<IncomingAddress setup={setup} />}>
        <CopyTextButton value={setup.incomingAddress}>{t('incoming.copy')}</CopyTextButton>
      </SetupRow>
      {adding && <SenderDialog setup={setup} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** The address to which the provider must send received messages, with a hint that explains where the admin enters this address. */
function IncomingAddress({ setup: { incomingAddress, provider } }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  return (
    <>
      <code className={classes.address}>{incomingAddress}</code>
      <div>{t('incoming.hint', { provider })}</div>
    </>
  )
}
