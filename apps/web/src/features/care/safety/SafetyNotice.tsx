import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../ui/base/Callout.tsx'
import { EmergencyCall } from './EmergencyCall.tsx'

/**
 * Shows a notice with the emergency numbers of the client's country and a link to the safety page. A questionnaire or a form renders it beside the
 * answer as soon as the client chooses one that indicates a danger, before the client submits.
 */
export function SafetyNotice() {
  const { t, i18n } = useTranslation('safety')
  return (
    // The form around the notice may be written in another language.
    <div lang={i18n.resolvedLanguage}>
      <Callout
        kind="warning"
        urgent
        title={t('chosen.title')}
        action={
          <ButtonLink variant="default" to="/dashboard/client/safety">
            {t('chosen.open')}
          </ButtonLink>
        }
      >
        {t('chosen.text')}
        <EmergencyCall when="danger" />
      </Callout>
    </div>
  )
}
