import type { SentFormId } from '@attune/contract/common/ids'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { useSubscribeToForms } from '../use-forms.ts'
import { FillForm } from './FillForm.tsx'

const GuardianForm = lazyInBoundary(() => import('./GuardianForm.tsx'), 'GuardianForm')
const SignedForm = lazyInBoundary(() => import('./SignedForm.tsx'), 'SignedForm')

const route = getRouteApi('/dashboard/client/forms/$id')

/** The page on which a client fills in and signs a form, or reads the signed form. */
export const OwnFormPage = () => <OwnFormById id={route.useParams().id} />

export function OwnFormById({ id }: { id: SentFormId }) {
  const { t } = useTranslation(['form', 'note', 'safety'])
  useSubscribeToForms()
  useMarkSubjectRead('form', id)
  const read = useQuery(orpc.form.open.queryOptions({ input: { id } }))
  return (
    <LoadedById
      read={read}
      title={t('title')}
      failed={t('failed')}
      again={t('again')}
      missing={{
        icon: IconFileOff,
        title: t('own.gone'),
        text: t('own.goneText'),
        back: (
          <ButtonLink variant="light" to="/dashboard/client/forms">
            {t('toList')}
          </ButtonLink>
        ),
      }}
    >
      {(form) =>
        form.state === 'open' && !form.isForMinor ? (
          <FillForm key={id} form={form} />
        ) : (
          <Suspense fallback={<DetailSkeleton title={t('title')} />}>
            {form.state === 'open' || form.isSignedByGuardian ? (
              <GuardianForm form={form} />
            ) : (
              <SignedForm form={form} />
            )}
          </Suspense>
        )
      }
    </LoadedById>
  )
}
