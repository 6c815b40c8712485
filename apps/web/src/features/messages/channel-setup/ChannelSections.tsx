import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { AgreementSettings } from './AgreementSettings.tsx'
import { ChannelSwitches } from './ChannelSwitches.tsx'
import { ProviderSettings } from './ProviderSettings.tsx'
import { PushHostSettings } from './PushHostSettings.tsx'
import { RecipientSettings } from './RecipientSettings.tsx'
import { SenderSettings } from './SenderSettings.tsx'
import { TemplateSettings } from './TemplateSettings.tsx'
import classes from './channel-setup.module.css'
import { useChannelSetup } from './use-channel-setup.ts'

const PracticeTextTotals = lazyNamed(
  () => import('../text-message/text-message.ts'),
  'PracticeTextTotals',
  <Skeleton height={180} radius={14} />,
)

/** The settings of SMS, WhatsApp and push. */
export function ChannelSections() {
  const { t } = useTranslation('channelSetup')
  const read = useChannelSetup()
  return (
    <Query of={read} pending={<Skeleton height={480} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {(setup) => (
        <div className={classes.stack}>
          <ChannelSwitches setup={setup} />
          <ProviderSettings setup={setup} />
          <SenderSettings setup={setup} />
          <RecipientSettings setup={setup} />
          <AgreementSettings setup={setup} />
          <TemplateSettings setup={setup} />
          {setup.channels.some(({ missing }) => missing.length === 0) && <PracticeTextTotals />}
          <PushHostSettings setup={setup} />
        </div>
      )}
    </Query>
  )
}
