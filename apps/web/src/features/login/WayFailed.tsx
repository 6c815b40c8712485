import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { FormError } from '../../ui/FormError.tsx'
import { whyFailed } from './came-back.ts'

type Props = { reason: string | undefined; provider: string | undefined }

/** Why signing in with another service failed, with the service's name [8.02]. */
export default function WayFailed({ reason, provider }: Props) {
  const { t } = useTranslation(['gate', 'common'])
  const known = useQuery(query.login.providers.queryOptions({ input: {} }))
  if (known.isPending) return null
  const name = known.data?.items.find(({ id }) => id === provider)?.name
  const why = whyFailed(reason)
  return (
    <div style={{ marginTop: 16 }}>
      <FormError>
        {why === 'failed' && name ? t('common:errors.signInWith.failed', { name }) : t(`service.${why}`)}
      </FormError>
    </div>
  )
}
