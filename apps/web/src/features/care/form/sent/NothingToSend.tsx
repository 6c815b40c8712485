import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'

/** Shows that no form is ready to be sent, and links to the forms. */
export function NothingToSend() {
  const { t } = useTranslation('form')
  return (
    <Callout
      title={t('send.none')}
      action={
        <ButtonLink variant="default" size="compact-sm" to="/dashboard/therapist/forms">
          {t('titles')}
        </ButtonLink>
      }
    >
      {t('send.noneText')}
    </Callout>
  )
}
