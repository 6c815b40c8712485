import { useTranslation } from 'react-i18next'
import { FormError } from '../../ui/FormError.tsx'
import { whyFailed } from './came-back.ts'

/** Why the sign-in by another service did not come about. */
export default function WayFailed({ reason }: { reason: string | undefined }) {
  const { t } = useTranslation('gate')
  return (
    <div style={{ marginTop: 16 }}>
      <FormError>{t(`service.${whyFailed(reason)}`)}</FormError>
    </div>
  )
}
