import { useTranslation } from 'react-i18next'
import { useSavedAt } from '../platform/native/storage/use-saved-at.ts'
import { useLocale } from '../platform/settings/use-locale.ts'
import { Callout } from '../ui/base/Callout.tsx'
import { momentInSentence } from '../ui/page/date-text.ts'

/** Says since when the page shows what this device has stored, while the server cannot be reached. */
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
