import '../../../ui/styles-overlay.ts'
import type { AssistantConsentEvent } from '@attune/contract/features/assistant/assistant-consent/assistant-consent'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../../platform/settings/language.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { countryName } from '../../../ui/choice/country-name.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { HistoryList } from '../../../ui/page/row/HistoryList.tsx'

type Props = { history: readonly AssistantConsentEvent[]; onClose: () => void }

/** Lists when the consent was given and withdrawn, by whom and with which text, newest first. */
export function AssistantConsentHistoryDialog({ history, onClose }: Props) {
  const { t } = useTranslation('assistantConsent')
  const locale = useLocale()
  return (
    <Dialog title={t('history.title')} size={460} onClose={onClose}>
      <HistoryList
        of={history.map((event, place) => ({
          id: `${event.at} ${place}`,
          text: t(`history.${event.action}.words`),
          more: <EventDetails event={event} />,
          at: event.at,
          when: momentText(event.at, locale),
        }))}
      />
    </Dialog>
  )
}

function EventDetails({ event }: { event: AssistantConsentEvent }) {
  const { t } = useTranslation('assistantConsent')
  const locale = useLocale()
  const { action, source, provider, providerCountry, version, language } = event
  return (
    <>
      <div>{t(`history.${action}.${source}`)}</div>
      {action === 'given' && (
        <div>
          {t('history.terms', {
            provider,
            country: countryName(providerCountry, locale.language),
            version,
            language: languageNames[language],
          })}
        </div>
      )}
    </>
  )
}
