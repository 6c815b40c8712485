import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { providerFailureKey } from './provider-return.ts'

type Props = { reason: string | undefined; provider: string | undefined }

/**
 * Shows why the sign-in with an external service failed [8.02]. The text names the service only if the server lists it
 * and no specific reason is known.
 */
export default function ProviderSignInError({ reason, provider }: Props) {
  const { t } = useTranslation(['reauthentication', 'common'])
  const known = useQuery(orpc.login.providers.queryOptions({ input: {} }))
  if (known.isPending) return null
  const name = known.data?.items.find(({ id }) => id === provider)?.name
  const why = providerFailureKey(reason)
  return (
    <div style={{ marginTop: 16 }}>
      <FormError>
        {why === 'failed' && name ? t('common:errors.signInWith.failed', { name }) : t(`service.${why}`)}
      </FormError>
    </div>
  )
}
