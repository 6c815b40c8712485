import type { ExternalAccount } from '@attune/contract/features/schedule/external-calendar/external-calendar'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { useFailureText } from './use-failure-text.ts'
import { useGoogleConsent } from './use-google-consent.ts'

type Props = { account: ExternalAccount; onClose: () => void }

/** Asks for consent at Google again, after which the sync resumes. */
export function GoogleAgainDialog({ account, onClose }: Props) {
  const { t } = useTranslation('externalCalendar')
  const failure = useFailureText('google')
  const consent = useGoogleConsent(account.id)
  return (
    <FormDialog
      onClose={onClose}
      title={t('google.again.title')}
      submit={t('google.submit')}
      back={t('back')}
      busy={consent.isPending}
      problem={consent.isError && failure(consent.error)}
      onSubmit={() => consent.mutate()}
    >
      <Text size="sm">{t('google.again.text', { email: account.userName })}</Text>
    </FormDialog>
  )
}
