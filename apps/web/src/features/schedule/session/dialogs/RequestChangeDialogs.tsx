import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Terms } from '@attune/contract/features/schedule/terms/terms'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useSessionMutation } from '../summary/mutations.ts'
import classes from './RequestChangeDialogs.module.css'
import { OtherTimesContext } from './other-times.ts'
import { ReasonDialog, useReasonDraft } from './ReasonDialog.tsx'
import type { TermsKind } from './terms-status.ts'
import { TermsSummary } from './TermsSummary.tsx'
import { NewTimeDialog } from './NewTimeDialog.tsx'

type Props = { session: Session; onClose: () => void }

/**
 * Returns the therapist's terms for a session, from the same query as the page of the session. Undefined until they are
 * loaded.
 */
export function useSessionTerms(session: Session): Terms | undefined {
  return useQuery(orpc.session.get.queryOptions({ input: { id: session.id } })).data?.terms
}

function TermsNotice({ session, kind }: { session: Session; kind: TermsKind }) {
  const terms = useSessionTerms(session)
  const read = useQuery(
    orpc.invoice.cancelFee.queryOptions({ input: { sessionId: session.id }, enabled: kind === 'cancel', staleTime: 0 }),
  )
  return (
    <div className={classes.terms}>
      {terms && !read.isLoading ? (
        <TermsSummary session={session} terms={terms} kind={kind} fee={read.data?.fee ?? null} />
      ) : (
        <Skeleton height={40} />
      )}
    </div>
  )
}

/** Lets a client request another time. The session keeps its time until the therapist accepts. */
export function RequestMoveDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const { zone } = useLocale()
  const Times = use(OtherTimesContext)
  const [id] = useState(createId)
  const name = session.therapist.name
  return (
    <NewTimeDialog
      session={session}
      viewer="client"
      dialogKey="askingMove"
      zone={zone}
      times={(offer) =>
        Times ? (
          <Suspense fallback={<Skeleton height={220} radius={10} />}>
            <Times session={session} {...offer} />
          </Suspense>
        ) : (
          offer.fields
        )
      }
      send={({ startsAt, durationMinutes, reason }) =>
        api.changeRequest.askMove({ id, sessionId: session.id, startsAt, durationMinutes, reason })
      }
      done={() => ({ variant: 'success', title: t('negotiation:done.askMove', { name }) })}
      onClose={onClose}
    >
      <TermsNotice session={session} kind="move" />
    </NewTimeDialog>
  )
}

/** Lets a client request a cancellation. Shows the therapist's terms before the request is sent. */
export function RequestCancelDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const [id] = useState(createId)
  const name = session.therapist.name
  const draft = useReasonDraft('askCancel', session)
  const act = useSessionMutation<{ reason: string }, Awaited<ReturnType<typeof api.changeRequest.askCancel>>>({
    session,
    viewer: 'client',
    send: ({ reason }) => api.changeRequest.askCancel({ id, sessionId: session.id, reason }),
    done: ({ change }) => ({
      variant: 'success',
      title: t(change.state === 'accepted' ? 'negotiation:done.cancelledAtOnce' : 'negotiation:done.askCancel', {
        name,
      }),
    }),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  return (
    <ReasonDialog
      dialogKey="askCancel"
      session={session}
      viewer="client"
      name={name}
      act={act}
      draft={draft}
      onClose={onClose}
    >
      <Callout kind="info">
        <TermsNotice session={session} kind="cancel" />
      </Callout>
    </ReasonDialog>
  )
}
