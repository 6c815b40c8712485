import type { Session } from '@attune/contract/features/session'
import type { Terms } from '@attune/contract/features/terms'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { Note } from '../../ui/Note.tsx'
import { useAct } from './acts.ts'
import classes from './AskDialogs.module.css'
import { OtherTimes } from './other-times.ts'
import { ReasonDialog, useReason } from './reasonDialogs.tsx'
import type { TermsKind } from './terms.ts'
import { TermsLine } from './TermsLine.tsx'
import { TimeDialog } from './TimeDialog.tsx'

type Props = { session: Session; onClose: () => void }

/** The therapist's terms for a session, read from the same query as the session's page. */
export function useTerms(session: Session): Terms | undefined {
  return useQuery(query.session.get.queryOptions({ input: { id: session.id } })).data?.terms
}

function TermsNotice({ session, kind }: { session: Session; kind: TermsKind }) {
  const terms = useTerms(session)
  return (
    <div className={classes.terms}>
      {terms ? <TermsLine session={session} terms={terms} kind={kind} /> : <Skeleton height={40} />}
    </div>
  )
}

/** The client asks for another time. The session keeps its time until the therapist accepts. */
export function AskMoveDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const { zone } = useReader()
  const Times = use(OtherTimes)
  const [id] = useState(newId)
  const name = session.therapist.name
  return (
    <TimeDialog
      session={session}
      viewer="client"
      words="askingMove"
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
      consequence={() => t('askingMove.consequence', { name })}
      send={({ startsAt, durationMinutes, reason }) =>
        api.changeRequest.askMove({ id, sessionId: session.id, startsAt, durationMinutes, reason })
      }
      done={() => ({ variant: 'success', title: t('negotiation:done.askMove', { name }) })}
      onClose={onClose}
    >
      <TermsNotice session={session} kind="move" />
    </TimeDialog>
  )
}

/** The client asks to cancel. The dialog shows the therapist's terms before the request is sent. */
export function AskCancelDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['sessionDialog', 'negotiation'])
  const [id] = useState(newId)
  const name = session.therapist.name
  const draft = useReason('askCancel', session)
  const act = useAct<{ reason: string }, Awaited<ReturnType<typeof api.changeRequest.askCancel>>>({
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
      words="askCancel"
      session={session}
      viewer="client"
      name={name}
      act={act}
      draft={draft}
      onClose={onClose}
    >
      <Note kind="info">
        <TermsNotice session={session} kind="cancel" />
      </Note>
    </ReasonDialog>
  )
}
