import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { mayCarryContent } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { Button, Switch } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { SetupRow } from './SetupRow.tsx'
import { useSetupChange } from './use-channel-setup.ts'

const TestDialog = lazyNamed(() => import('./TestDialog.tsx'), 'TestDialog')

type Channel = ChannelSetup['channels'][number]

/** Switches SMS, WhatsApp and their message content on and off, and sends test texts. */
export function ChannelSwitches({ setup }: { setup: ChannelSetup }) {
  const { t } = useTranslation('channelSetup')
  const [testing, setTesting] = useState<Channel['channel'] | null>(null)
  const failed = { onError: () => toast.error(t('notSaved')) }
  const power = useSetupChange(api.channelSetup.setChannelOn)
  const stateOf = ({ isOn, missing }: Channel) =>
    missing.length > 0
      ? t('missing', { parts: missing.map((part) => t(`part.${part}`)).join(', ') })
      : t(isOn ? 'isOn' : 'isOff')
  return (
    <Section title={t('channels')} hint={t('channelsHint')} rows>
      {setup.channels.map((one) => {
        const { channel, isOn, missing } = one
        const name = t(`channel.${channel}`)
        return (
          <Fragment key={channel}>
            <SetupRow name={name} state={stateOf(one)}>
              <Button variant="default" disabled={missing.length > 0} onClick={() => setTesting(channel)}>
                {t('test.open')}
              </Button>
              <Switch
                aria-label={name}
                checked={isOn}
                disabled={power.isPending || (!isOn && missing.length > 0)}
                onChange={(event) => power.mutate({ channel, isOn: event.currentTarget.checked }, failed)}
              />
            </SetupRow>
            <ContentRow setup={setup} one={one} />
          </Fragment>
        )
      })}
      {testing && <TestDialog channel={testing} onClose={() => setTesting(null)} />}
    </Section>
  )
}

function ContentRow({ setup, one: { channel, carriesContent } }: { setup: ChannelSetup; one: Channel }) {
  const { t } = useTranslation('channelSetup')
  const save = useSetupChange(api.channelSetup.setCarriesContent)
  const name = t('content', { channel: t(`channel.${channel}`) })
  const { practiceCountry: country, agreement } = setup
  const isBarred = country !== null && !mayCarryContent(channel, country)
  const failed = { onError: () => toast.error(t('notSaved')) }
  return (
    <SetupRow name={name} state={t(isBarred ? 'contentBarred' : agreement ? 'contentHint' : 'contentLocked')}>
      <Switch
        aria-label={name}
        checked={carriesContent}
        disabled={save.isPending || (!carriesContent && (isBarred || !agreement))}
        onChange={(event) => save.mutate({ channel, carriesContent: event.currentTarget.checked }, failed)}
      />
    </SetupRow>
  )
}
