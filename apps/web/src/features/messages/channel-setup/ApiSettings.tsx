import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import classes from './channel-setup.module.css'

const apiAccess = () => import('../../practice/api-access/api-access.ts')

/** The sections of the page, in order. Each is loaded separately. */
const sections = {
  assistant: lazyInBoundary(
    () => import('../../assistant/assistant-setup/assistant-setup.ts'),
    'AssistantSetupSection',
  ),
  publicKey: lazyInBoundary(apiAccess, 'PublicKeySettings'),
  origins: lazyInBoundary(apiAccess, 'AllowedOriginSettings'),
  limits: lazyInBoundary(apiAccess, 'RequestLimitSettings'),
  channels: lazyInBoundary(() => import('./ChannelSections.tsx'), 'ChannelSections'),
}

/** The settings of the API, and of the services that the server calls. */
export function ApiSettings() {
  const { t } = useTranslation('channelSetup')
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('subtitle')} />
      <div className={classes.stack}>
        {Object.entries(sections).map(([name, Settings]) => (
          <Suspense key={name} fallback={<Skeleton height={180} radius={14} />}>
            <Settings />
          </Suspense>
        ))}
      </div>
    </div>
  )
}
