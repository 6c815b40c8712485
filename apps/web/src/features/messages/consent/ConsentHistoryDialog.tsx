import '../../../ui/styles-overlay.ts'
import type { ClientConsent } from '@attune/contract/features/messages/consent/consent'
import { useTranslation } from 'react-i18next'
import { isLanguage, languageNames } from '../../../platform/settings/language.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { countryName } from '../../../ui/choice/country-name.ts'
import { momentText } from '../../../ui/page/date-text.ts'
import { HistoryList } from '../../../ui/page/row/HistoryList.tsx'
import { consentSteps, type ConsentStep } from './consent-text.ts'

type Props = { history: ClientConsent['history']; onClose: () => void }

/** Lists the changes of the consents to texts, newest first, each with its time, the person who made it and the text of the consent. */
export function ConsentHistoryDialog({ history, onClose }: Props) {
  const { t } = useTranslation('consent')
  const locale = useLocale()
  return (
    <Dialog title={t('history.title')} size={460} onClose={onClose}>
      <HistoryList
        of={consentSteps(history).map((step) => ({
          id: step.id,
          text: <StepText step={step} />,
          more: <StepDetails step={step} />,
          at: step.at,
          when: momentText(step.at, locale),
        }))}
      />
    </Dialog>
  )
}

function StepText({ step: { action, channel, purposes } }: { step: ConsentStep }) {
  const { t } = useTranslation('consent')
  if (action === 'requested' || channel === null) return t('history.requested.words')
  const list = purposes.map((purpose) => t(`purpose.${purpose}`)).join(', ')
  return t(`history.${action}.words`, { channel: t(`channel.${channel}`), purposes: list })
}

function StepDetails({ step }: { step: ConsentStep }) {
  const { t } = useTranslation('consent')
  const { language } = useLocale()
  const { action, source, number, senderName: sender, provider, providerCountry, version, language: written } = step
  return (
    <>
      <div>{number}</div>
      <div>{t(`history.${action}.${source}`)}</div>
      {action === 'given' && providerCountry && (
        <div>
          {t('history.terms', {
            sender,
            provider,
            version,
            country: countryName(providerCountry, language),
            language: written && isLanguage(written) ? languageNames[written] : written,
          })}
        </div>
      )}
    </>
  )
}
