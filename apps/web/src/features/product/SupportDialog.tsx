import { Text } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Assurance } from '../../ui/Assurance.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { cityOf, weekdayText } from '../../ui/moment.ts'
import { useNow } from '../../ui/use-now.ts'
import { supportHours } from './hours.ts'

/** The text of the admin on how to get help, and when somebody is there [2.21, 9.03]. */
export function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('product')
  const { zone, language } = useReader()
  const hours = supportHours(zone, useNow())
  const day = (weekday: number) => weekdayText(weekday, language)
  return (
    <Dialog onClose={onClose} title={t('support.title')} size={460}>
      <Text mb="md">{t('support.default')}</Text>
      <Assurance icon={IconClock}>
        {t(hours.overnight ? 'support.hoursOvernight' : 'support.hours', {
          first: day(hours.first.weekday),
          last: day(hours.last.weekday),
          from: hours.from,
          to: hours.to,
          zone: cityOf(zone),
        })}{' '}
        {t(hours.openNow ? 'support.open' : 'support.closed')}
      </Assurance>
    </Dialog>
  )
}
