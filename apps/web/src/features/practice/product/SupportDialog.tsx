import { Anchor, Skeleton, Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { cityOf, weekdayText } from '../../../ui/page/date-text.ts'
import { useNow } from '../../../ui/page/use-now.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { localSupportHours } from './support-hours.ts'

/** Shows the admin's text about support, and the hours in which support is available [2.21, 9.03]. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('product')
  const { zone, language } = useLocale()
  const now = useNow()
  // Not cached, because support can open or close at any minute.
  const read = useQuery(orpc.product.support.queryOptions({ input: {}, gcTime: 0 }))
  const hours = read.data && localSupportHours(read.data.hours, zone, now)
  return (
    <Dialog onClose={onClose} title={t('support.title')} size={460}>
      {read.isPending && <Skeleton height={120} radius={10} />}
      {read.isError && <Query of={read} alsoStale failed={t('support.failed')} again={t('support.again')} />}
      {read.data && hours && (
        <>
          <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {read.data.text || t('support.default')}
          </Text>
          {read.data.email && (
            <Text mt="xs">
              <Anchor href={`mailto:${read.data.email}`}>{t('support.mail', { email: read.data.email })}</Anchor>
            </Text>
          )}
          <div style={{ marginTop: 16 }}>
            <Callout kind="calm" icon={IconClock}>
              {t(hours.overnight ? 'support.hoursOvernight' : 'support.hours', {
                first: weekdayText(hours.first, language),
                last: weekdayText(hours.last, language),
                from: hours.from,
                to: hours.to,
                zone: cityOf(zone),
              })}{' '}
              {t(read.data.open ? 'support.open' : 'support.closed')}
            </Callout>
          </div>
        </>
      )}
    </Dialog>
  )
}
