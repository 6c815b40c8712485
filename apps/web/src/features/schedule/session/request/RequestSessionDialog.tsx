import type { TherapistId } from '@attune/contract/common/ids'
import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useSessionRefusalText } from '../summary/refusals.ts'
import { RequestFields } from './RequestFields.tsx'
import { useRequestForm, type RequestForm } from './use-request-form.ts'

/**
 * Lets a client request a session. Until the therapist confirms the request, other clients can book the requested time.
 */
export function RequestSessionDialog({
  therapistId = '',
  onClose,
}: {
  therapistId?: TherapistId
  onClose: () => void
}) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const form = useRequestForm(therapistId, onClose)
  const people = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  const therapists =
    people.data?.items.filter(({ status, isUnreachable }) => status === 'connected' && !isUnreachable) ?? []
  const chosen = form.draft.value.therapistId
  const therapist = therapists.find((one) => one.therapistId === chosen) ?? therapists[0]
  const terms = useQuery(
    orpc.terms.of.queryOptions({ input: { therapistId: therapist?.therapistId ?? '' }, enabled: Boolean(therapist) }),
  )
  if (therapist && terms.data)
    return <RequestFormDialog {...{ form, therapists, therapist, onClose }} terms={terms.data} />
  return (
    <Dialog title={t('request.title')} size={560} onClose={onClose}>
      {people.isError || terms.isError ? (
        <Query<unknown>
          of={people.isError ? people : terms}
          alsoStale
          failed={t('request.termsFailed')}
          again={t('session:again')}
        />
      ) : people.isSuccess && !therapist ? (
        <Callout kind="info">{t('request.noTherapist')}</Callout>
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

type Props = {
  form: RequestForm
  therapists: ConnectedTherapist[]
  therapist: ConnectedTherapist
  terms: Terms
  onClose: () => void
}

function RequestFormDialog({ form, therapists, therapist, terms, onClose }: Props) {
  const { t } = useTranslation(['sessionNew', 'session'])
  const refusal = useSessionRefusalText('client', 'request')
  const { draft, request, change } = form
  const { when } = draft.value
  const requested = { ...when, minutes: when.minutes ?? terms.durationMinutes }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('request.title')}
      submit={t('request.submit')}
      back={t('session:plan.back')}
      busy={request.isPending}
      dirty={draft.dirty}
      problem={request.isError && refusal(request.error)}
      onSubmit={() => form.submit(therapist, requested)}
    >
      <DraftCallout draft={draft} />
      {therapists.length > 1 && (
        <NativeSelect
          label={t('request.therapist')}
          value={therapist.therapistId}
          onChange={(event) => change({ therapistId: event.currentTarget.value })}
          data={therapists.map((one) => ({ value: one.therapistId, label: one.name }))}
        />
      )}
      {terms.proposeTimes ? (
        <RequestFields form={form} requested={requested} therapist={therapist} />
      ) : (
        <Callout kind="info">{t('request.notOffered', { name: therapist.name })}</Callout>
      )}
    </FormDialog>
  )
}
