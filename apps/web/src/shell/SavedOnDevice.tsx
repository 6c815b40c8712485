import { useTranslation } from 'react-i18next'
import { useSavedAt } from '../platform/native/storage/use-saved-at.ts'
import { useLocale } from '../platform/settings/use-locale.ts'
import { Callout } from '../ui/base/Callout.tsx'
import { momentInSentence } from '../ui/page/date-text.ts'

/** Shows the time of the stored data on the page while the server is not reachable. */
export function SavedOnDevice() {
  const { t } = useTranslation('native')
  const locale = useLocale()
  const at = useSavedAt()
  return (
    <div role="status">
      {at !== null && (
        <div style={{ marginBottom: 16 }}>
          <Callout kind="offline">
            {t('savedAt', { when: momentInSentence(new Date(at).toISOString(), locale) })}
          </Callout>
        </div>
      )}
    </div>
  )
}
