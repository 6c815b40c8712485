import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { TermsPart } from './terms-draft.ts'
import { LoadedSettings } from '../../../ui/page/loading/LoadedSettings.tsx'

const TermsForm = lazyInBoundary(() => import('./TermsForm.tsx'), 'TermsForm')

/** Edits the time until which clients can cancel and move sessions. */
export const ChangeTermsSettings = () => <TermsSettings part="changes" />

/** Edits the defaults of new sessions, the reminders, and whether clients can propose times. */
export const NewSessionSettings = () => <TermsSettings part="defaults" />

/** Loads the therapist's session terms and shows one part of them in a form. */
export function TermsSettings({ part }: { part: TermsPart }) {
  const { t } = useTranslation('terms')
  const read = useQuery({ ...orpc.terms.mine.queryOptions({ input: {} }), refetchOnMount: 'always' })
  return (
    <LoadedSettings read={read} failed={t('loadFailed')} again={t('again')}>
      {(saved) => <TermsForm saved={saved} part={part} />}
    </LoadedSettings>
  )
}
