import { VisuallyHidden } from '@mantine/core'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { errorCode } from '../../../platform/errors.ts'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../ui/page/DetailSkeleton.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { LoadFailed } from '../../../ui/page/ListStates.tsx'
import { Card } from '../../../ui/page/Section.tsx'
import { useSubscribeToForms } from '../use-forms.ts'
import { FormEditor } from './FormEditor.tsx'

const route = getRouteApi('/dashboard/therapist/forms/$formId')

/** The page on which a therapist builds a form. */
export function FormPage() {
  const { formId } = route.useParams()
  return <FormById key={formId} id={formId} />
}

function FormById({ id }: { id: string }) {
  const { t } = useTranslation('form')
  useSubscribeToForms()
  const read = useQuery(orpc.form.get.queryOptions({ input: { id } }))
  if (read.isPending) return <DetailSkeleton title={t('title')} />
  if (read.data) return <FormEditor view={read.data} />
  if (!['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error)))
    return (
      <Card>
        <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
        <LoadFailed words={t('failed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  return (
    <Card>
      <EmptyState icon={IconFileOff} level="h1" title={t('notFound')} text={t('notFoundText')}>
        <ButtonLink variant="light" to="/dashboard/therapist/forms">
          {t('toList')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
