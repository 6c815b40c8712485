import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'
import { useMessageSettings } from './use-message-settings.ts'

const MessageSettingsSections = lazyInBoundary(() => import('./MessageSettingsSections.tsx'), 'MessageSettingsSections')

/** Loads a therapist's settings for messages and shows them. */
export function MessageSettings() {
  const { t } = useTranslation('messageSettings')
  return (
    <LoadedSettings read={useMessageSettings()} failed={t('loadFailed')} again={t('again')}>
      {(saved) => <MessageSettingsSections saved={saved} />}
    </LoadedSettings>
  )
}
