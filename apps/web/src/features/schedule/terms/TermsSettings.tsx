import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'

const TermsForm = lazyInBoundary(() => import('./TermsForm.tsx'), 'TermsForm')

/** Loads the therapist's session terms and shows them in a form. */
export function TermsSettings() {
  const { t } = useTranslation('terms')
  const read = useQuery({ ...orpc.terms.mine.queryOptions({ input: {} }), refetchOnMount: 'always' })
  return (
    <LoadedSettings read={read} failed={t('loadFailed')} again={t('again')}>
      {(saved) => <TermsForm saved={saved} />}
    </LoadedSettings>
  )
}
