import type { TherapistProfile } from '@attune/contract/features/people/account/account'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { CardSkeleton } from '../../../../ui/page/loading/CardSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Loads the therapist profile and renders `children` with it; shows a skeleton or an error until then. */
export function TherapistProfileQuery({ children }: { children: (profile: TherapistProfile) => ReactNode }) {
  const { t } = useTranslation('account')
  const read = useQuery(orpc.account.therapistProfile.queryOptions({ input: {} }))
  if (read.data) return children(read.data)
  if (read.isPending) return <CardSkeleton height={360} />
  return <Query of={read} failed={t('loadFailed')} again={t('again')} card />
}
