import type { PushBrowser } from '@attune/contract/features/messages/push/push'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { PushTargetRow } from './PushTargetRow.tsx'

type Props = {
  browser: PushBrowser
  isTesting: boolean
  isRemoving: boolean
  onTest: () => void
  onRemove: () => void
}

/** A browser that gets push notifications: its name, the time at which the app was last opened in it, and buttons to test and remove it. */
export function PushBrowserRow({ browser, ...more }: Props) {
  const { t } = useTranslation('push')
  const locale = useLocale()
  const when = momentInSentence(browser.lastSeenAt, locale)
  const details = browser.isCurrent ? t('thisBrowser') : t('lastSeen', { when })
  return <PushTargetRow name={browser.name || t('unknown')} details={details} {...more} />
}
