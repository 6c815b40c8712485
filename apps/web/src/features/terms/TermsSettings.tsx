import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { orpc } from '../../platform/api.ts'
import { Card } from '../../ui/page/Section.tsx'
import { LoadFailed } from '../../ui/page/ListStates.tsx'

const TermsForm = lazyNamed(() => import('./TermsForm.tsx'), 'TermsForm')

/** Loads the therapist's session terms and shows them in a form. */
export function TermsSettings() {
  const { t } = useTranslation('terms')
  const read = useQuery({ ...orpc.terms.mine.queryOptions({ input: {} }), refetchOnMount: 'always' })
  if (read.isError && !read.data)
    return (
      <Card>
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  const waiting = <Skeleton height={420} radius={14} />
  return <Suspense fallback={waiting}>{read.data ? <TermsForm saved={read.data} /> : waiting}</Suspense>
}
