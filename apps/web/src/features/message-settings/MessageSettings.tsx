import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { LoadFailed } from '../../ui/page/ListStates.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { useMessageSettings } from './use-message-settings.ts'

const Sections = lazyNamed(() => import('./MessageSettingsSections.tsx'), 'MessageSettingsSections')

/** Loads a therapist's settings for messages and shows them. */
export function MessageSettings() {
  const { t } = useTranslation('messageSettings')
  const read = useMessageSettings()
  if (read.isError && !read.data)
    return (
      <Card>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  const waiting = <Skeleton height={420} radius={14} />
  return <Suspense fallback={waiting}>{read.data ? <Sections saved={read.data} /> : waiting}</Suspense>
}
