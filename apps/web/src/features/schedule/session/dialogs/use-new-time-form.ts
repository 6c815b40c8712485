import type { Session } from '@attune/contract/features/schedule/session/session'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { useState } from 'react'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import type { ToastContent } from '../../../../ui/toast/toast.ts'
import {
  sessionTimeProblems,
  startInstantOf,
  sessionTimeDraftOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { useSessionMutation } from '../summary/mutations.ts'

export type NewTime = {
  startsAt: string
  durationMinutes: number
  reason: string
  agreed: boolean
  anyway?: boolean
  revision: number
}

type NewTimeDraft = { when: SessionTimeDraft; reason: string; agreed: boolean }

export type NewTimeFormProps = {
  session: Session
  viewer: ViewerRole
  /** The key of the group that contains the dialog's texts in the language file. */
  dialogKey: 'moving' | 'countering' | 'askingMove'
  /** The initial time in the input fields. By default, the time of the session. */
  from?: { startsAt: string; endsAt: string }
  /** The time zone of the entered time. */
  zone: string
  send: (time: NewTime & { command: string }) => Promise<unknown>
  done: (time: NewTime, answer: unknown) => ToastContent
  onClose: () => void
}

const minutesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000

/** Returns the state of the form for a new session time with a reason, and its submit function. */
export function useNewTimeForm({ session, viewer, dialogKey, zone, send, done, onClose, ...props }: NewTimeFormProps) {
  const from = props.from ?? session
  const draft = useDraft<NewTimeDraft>(`session-${dialogKey}-${session.id}`, () => ({
    when: sessionTimeDraftOf({ startsAt: from.startsAt, durationMinutes: minutesOf(from) }, zone),
    reason: '',
    agreed: false,
  }))
  const { when, reason, agreed } = draft.value
  const [wasSame, setWasSame] = useState(false)
  const startsAt = startInstantOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const act = useSessionMutation<NewTime, unknown>({
    session,
    viewer,
    send,
    done: (answer, time) => done(time, answer),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  const { problems, change: changeDraft, check } = useForm<NewTimeDraft, SessionTimeProblems>(draft, act)
  const change = (next: SessionTimeDraft) => changeDraft({ when: next })
  const submit = (anyway = false, revision = session.revision) => {
    setWasSame(isSame)
    if (!check(sessionTimeProblems(when, zone)) || isSame || !startsAt || !when.minutes) return
    act.mutate({ startsAt, durationMinutes: when.minutes, reason, agreed, revision, ...(anyway && { anyway }) })
  }
  const choose = (at: string) =>
    change(sessionTimeDraftOf({ startsAt: at, durationMinutes: when.minutes ?? session.durationMinutes }, zone))
  return { draft, startsAt, isSame, problems, wasSame, act, change, submit, choose }
}

export type NewTimeForm = ReturnType<typeof useNewTimeForm>
