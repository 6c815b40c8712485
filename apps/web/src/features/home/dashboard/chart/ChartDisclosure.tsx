import { useTranslation } from 'react-i18next'
import { Disclosure } from '../../../../ui/list/Disclosure.tsx'
import { ChartSection } from './ChartSection.tsx'

/** A button that shows the client's chart of sessions below it. */
export function ChartDisclosure() {
  const { t } = useTranslation('dashboard')
  return (
    <Disclosure label={t('chart.open')}>
      <ChartSection viewer="client" />
    </Disclosure>
  )
}
