import type { FormId } from '@attune/contract/common/ids'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { useSubscribeToForms } from '../use-forms.ts'
import { FormEditor } from './FormEditor.tsx'

const route = getRouteApi('/dashboard/therapist/forms/$formId')

export function FormPage() {
  const { formId } = route.useParams()
  return <FormById key={formId} id={formId} />
}

function FormById({ id }: { id: FormId }) {
  const { t } = useTranslation('form')
  useSubscribeToForms()
  const read = useQuery(orpc.form.get.queryOptions({ input: { id } }))
  return (
    <LoadedById
      read={read}
      title={t('title')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconFileOff,
        title: t('notFound'),
        text: t('notFoundText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/therapist/forms">
            {t('toList')}
          </ButtonLink>
        ),
      }}
    >
      {(view) => <FormEditor view={view} />}
    </LoadedById>
  )
}
