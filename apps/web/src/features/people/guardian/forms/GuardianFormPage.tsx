import type { GuardianFormView } from '@attune/contract/features/people/guardian/guardian.forms'
import { IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import {
  FormAccessContext,
  LazyFillForm,
  LazyReadOnlyForm,
  LazySignedForm,
  useSubscribeToForms,
} from '../../../care/form/form.ts'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'
import { useGuardianFormAccess } from './use-guardian-form-access.ts'

const route = getRouteApi('/for/$clientId/forms/$formId')

/** The page on which a guardian fills in and signs a form of a client, or reads the signed form. */
export function GuardianFormPage() {
  const { clientId, formId } = route.useParams()
  return <GuardianFormById key={formId} clientId={clientId} id={formId} />
}

export function GuardianFormById({ clientId, id }: { clientId: string; id: string }) {
  const { t } = useTranslation(['guardianForm', 'form', 'note', 'safety'])
  const access = useGuardianFormAccess(clientId)
  const read = useQuery(orpc.guardian.form.queryOptions({ input: { actingFor: clientId, id } }))
  useSubscribeToForms()
  useSubscription('guardians', () => void read.refetch())
  useMarkSubjectRead('form', id)
  return (
    <FormAccessContext value={access}>
      <LoadedById
        read={read}
        title={t('title')}
        failed={t('failed')}
        again={t('again')}
        missing={{
          icon: IconFileOff,
          title: t('gone'),
          text: t('goneText'),
          back: (
            <ButtonLink variant="light" to="/for/$clientId" params={{ clientId }}>
              {t('back')}
            </ButtonLink>
          ),
        }}
      >
        {(form) => (
          <>
            {errorCode(read.error) === 'NOT_FOUND' && <RightEnded form={form} />}
            <Suspense fallback={<DetailSkeleton title={t('title')} />}>
              <GuardedForm form={form} />
            </Suspense>
          </>
        )}
      </LoadedById>
    </FormAccessContext>
  )
}

/** Says that the right to a form ended while the page was open. What was typed stays on the page and on this device. */
function RightEnded({ form: { firstName, therapistName } }: { form: GuardianFormView }) {
  const { t } = useTranslation('guardianForm')
  return (
    <Callout kind="danger" urgent title={t('endedTitle', { name: firstName })}>
      {t('endedText', { therapist: therapistName })}
    </Callout>
  )
}

function GuardedForm({ form }: { form: GuardianFormView }) {
  const { t } = useTranslation('guardianForm')
  const { signedBy, signerName, signature, waitsForAnother, mayWithdraw } = form
  if (form.state === 'open') return <LazyFillForm form={form} />
  if (signature)
    return (
      <LazySignedForm
        form={form}
        mayWithdraw={mayWithdraw}
        note={waitsForAnother && <Callout title={t('waits')}>{t('waitsText')}</Callout>}
      />
    )
  return (
    <LazyReadOnlyForm form={form}>
      {signedBy === 'paper' ? (
        <Callout kind="calm" title={t('signedOnPaper')}>
          {t('paperText')}
        </Callout>
      ) : (
        <Callout kind="calm" title={signerName ? t('signedByName', { name: signerName }) : t('anotherTitle')}>
          {t('anotherText')}
        </Callout>
      )}
    </LazyReadOnlyForm>
  )
}
