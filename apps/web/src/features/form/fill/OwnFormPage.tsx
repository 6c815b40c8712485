import { VisuallyHidden } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { orpc } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../ui/page/DetailSkeleton.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { LoadFailed } from '../../../ui/page/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { useMarkSubjectRead } from '../../notification/notification.ts'
import { useSubscribeToForms } from '../use-forms.ts'
import { FillForm } from './FillForm.tsx'

const SignedForm = lazyNamed(() => import('./SignedForm.tsx'), 'SignedForm')

const route = getRouteApi('/dashboard/client/forms/$id')

/** The page on which a client fills in and signs a form, or reads what was signed. */
export function OwnFormPage() {
  const { id } = route.useParams()
  const { t } = useTranslation(['form', 'note'])
  useSubscribeToForms()
  useMarkSubjectRead('form', id)
  const read = useQuery(orpc.form.open.queryOptions({ input: { id } }))
  if (read.isPending) return <DetailSkeleton title={t('title')} />
  if (read.data?.state === 'open') return <FillForm key={id} form={read.data} />
  if (read.data)
    return (
      <Suspense fallback={<DetailSkeleton title={t('title')} />}>
        <SignedForm form={read.data} />
      </Suspense>
    )
  if (!['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error)))
    return (
      <Card>
        <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
        <LoadFailed words={t('failed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  return (
    <Card>
      <EmptyState icon={IconFileOff} level="h1" title={t('own.gone')} text={t('own.goneText')}>
        <ButtonLink variant="light" to="/dashboard/client/forms">
          {t('toList')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
