import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { CardSkeleton } from '../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { AgreementSettings } from './AgreementSettings.tsx'
import { ChannelSwitches } from './ChannelSwitches.tsx'
import { ProviderSettings } from './ProviderSettings.tsx'
import { PushHostSettings } from './PushHostSettings.tsx'
import { RecipientSettings } from './RecipientSettings.tsx'
import { SenderSettings } from './SenderSettings.tsx'
import { TemplateSettings } from './TemplateSettings.tsx'
import { useChannelSetup } from './use-channel-setup.ts'

const PracticeTextTotals = lazyNamed(
  () => import('../text-message/text-message.ts'),
  'PracticeTextTotals',
  <CardSkeleton height={180} />,
)

/** Turns the channels on or off, and edits the account at their provider. */
export const ChannelPage = () => (
  <LoadedChannelSetup>
    {(setup) => (
      <>
        <ChannelSwitches setup={setup} />
        <ProviderSettings setup={setup} />
      </>
    )}
  </LoadedChannelSetup>
)

/** Edits the numbers from which texts are sent, and the countries to which they are sent. */
export const SenderPage = () => (
  <LoadedChannelSetup>
    {(setup) => (
      <>
        <SenderSettings setup={setup} />
        <RecipientSettings setup={setup} />
      </>
    )}
  </LoadedChannelSetup>
)

/** Edits the agreement with the provider and the templates for WhatsApp. */
export const TemplatePage = () => (
  <LoadedChannelSetup>
    {(setup) => (
      <>
        <AgreementSettings setup={setup} />
        <TemplateSettings setup={setup} />
      </>
    )}
  </LoadedChannelSetup>
)

/** Shows the number of texts sent and received, and edits the push services to which messages may be sent. */
export const PushHostPage = () => (
  <LoadedChannelSetup>
    {(setup) => (
      <>
        {setup.channels.some(({ missing }) => missing.length === 0) && <PracticeTextTotals />}
        <PushHostSettings setup={setup} />
      </>
    )}
  </LoadedChannelSetup>
)

/** Loads the setup of SMS, WhatsApp and push and shows a part of it. */
function LoadedChannelSetup({ children }: { children: (setup: ChannelSetup) => ReactNode }) {
  const { t } = useTranslation('channelSetup')
  const read = useChannelSetup()
  return (
    <Query of={read} pending={<Skeleton height={320} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {children}
    </Query>
  )
}
