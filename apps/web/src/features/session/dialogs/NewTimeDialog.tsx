import type { Session } from '@attune/contract/features/session'
import type { ViewerRole } from '@attune/contract/features/session.states'
import { Switch, Text, Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftCallout } from '../../../ui/DraftCallout.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { momentText } from '../../../ui/date-text.ts'
import { Callout } from '../../../ui/Callout.tsx'
import type { ToastContent } from '../../../ui/toast.ts'
import { useSessionMutation } from '../mutations.ts'
import { TimeChange } from '../TimeChange.tsx'
import { EditConflict, newerSessionOf } from './EditConflict.tsx'
import { slotConflictsOf } from '../conflicts.ts'
import { counterpartName } from '../status.tsx'
import type { OtherTimesProps } from './other-times.ts'
import { useSessionRefusalText } from '../refusals.ts'
import { SlotTakenNotice } from './SlotTakenNotice.tsx'
import { OfflineNotice } from '../fields/OfflineNotice.tsx'
import {
  sessionTimeProblems,
  startInstantOf,
  sessionTimeDraftOf,
  type SessionTimeDraft,
  type SessionTimeProblems,
} from '../fields/session-time-draft.ts'
import { SessionTimeFields } from '../fields/SessionTimeFields.tsx'

export type NewTime = {
  startsAt: string
  durationMinutes: number
  reason: string
  agreed: boolean
  anyway?: boolean
  revision: number
}

type Props = {
  session: Session
  viewer: ViewerRole
  /** The group of the dialog's texts in the language file. */
  words: 'moving' | 'countering' | 'askingMove'
  /** The initial time of the fields. Default: the session's time. */
  from?: { startsAt: string; endsAt: string }
  /** The zone in which the time is entered. */
  zone: string
  send: (time: NewTime & { command: string }) => Promise<unknown>
  done: (time: NewTime, answer: unknown) => ToastContent
  /** Whether the viewer may book the time despite conflicts. */
  mayAnyway?: boolean
  /** Texts of the switch that says the other side has agreed already. Without them there is no switch. */
  mayAgree?: { label: string; hint: string }
  consequence: (agreed: boolean) => string
  /** Renders suggested times in place of the fields. It receives the fields, for any other time. */
  times?: (offer: Omit<OtherTimesProps, 'session'>) => ReactNode
  children?: ReactNode
  onClose: () => void
}

const minutesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000

/**
 * A dialog for a new time of a session: the old and the new time, a reason, the consequence, and conflicts if there are
 * any.
 */
export function NewTimeDialog(props: Props) {
  const { session, viewer, words, zone, consequence, mayAnyway = false, mayAgree, children, onClose } = props
  const { t } = useTranslation('sessionDialog')
  const reader = useLocale()
  const refusal = useSessionRefusalText(viewer)
  const from = props.from ?? session
  const draft = useDraft(`session-${words}-${session.id}`, () => ({
    when: sessionTimeDraftOf({ startsAt: from.startsAt, durationMinutes: minutesOf(from) }, zone),
    reason: '',
    agreed: false,
  }))
  const { when, reason, agreed } = draft.value
  const [problems, setProblems] = useState<SessionTimeProblems>({})
  const [same, setSame] = useState(false)
  const startsAt = startInstantOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const act = useSessionMutation<NewTime, unknown>({
    session,
    viewer,
    send: props.send,
    done: (answer, time) => props.done(time, answer),
    refused: () => true,
    onDone: () => {
      draft.forget()
      onClose()
    },
  })
  const change = (next: SessionTimeDraft) => {
    draft.change({ ...draft.value, when: next })
    setProblems({})
    if (act.isError) act.reset()
  }
  const submit = (anyway = false, revision = session.revision) => {
    const found = sessionTimeProblems(when, zone)
    setProblems(found)
    setSame(isSame)
    if (Object.keys(found).length || isSame || !startsAt || !when.minutes) return
    act.mutate({ startsAt, durationMinutes: when.minutes, reason, agreed, revision, ...(anyway && { anyway }) })
  }
  const onChoose = (at: string) =>
    change(sessionTimeDraftOf({ startsAt: at, durationMinutes: session.durationMinutes }, zone))
  const fields = (
    <SessionTimeFields value={when} onChange={change} zone={zone} problems={problems} focus={!props.times} />
  )
  const conflicts = slotConflictsOf(act.error)
  const theirs = newerSessionOf(act.error)
  const name = counterpartName(session, viewer)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`${words}.title`)}
      submit={t(`${words}.submit`)}
      back={t(`${words}.back`)}
      busy={act.isPending}
      dirty={draft.dirty}
      onSubmit={() => submit()}
    >
      <DraftCallout draft={draft} />
      <TimeChange
        before={momentText(session.startsAt, reader)}
        after={startsAt && !isSame ? momentText(startsAt, reader) : null}
      />
      {children}
      {props.times ? props.times({ startsAt: isSame ? null : startsAt, onChoose, fields }) : fields}
      {same && isSame && (
        <Callout kind="info" urgent>
          {t('same')}
        </Callout>
      )}
      <Textarea
        label={t(`${words}.reason`)}
        description={t('reasonHint', { name })}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ ...draft.value, reason: event.currentTarget.value })}
      />
      {mayAgree && (
        <Switch
          label={mayAgree.label}
          description={mayAgree.hint}
          checked={agreed}
          onChange={(event) => draft.change({ ...draft.value, agreed: event.currentTarget.checked })}
        />
      )}
      <Text size="sm" c="dimmed" aria-live="polite">
        {consequence(agreed)}
      </Text>
      {act.isPending && <OfflineNotice />}
      {theirs ? (
        <EditConflict before={session} after={theirs} onKeep={() => submit(false, theirs.revision)} onTake={onClose} />
      ) : conflicts ? (
        <SlotTakenNotice
          conflicts={conflicts}
          busy={act.isPending}
          onAnyway={mayAnyway ? () => submit(true) : undefined}
        />
      ) : (
        act.isError && (
          <Callout kind="danger" urgent>
            {refusal(act.error)}
          </Callout>
        )
      )}
    </FormDialog>
  )
}
