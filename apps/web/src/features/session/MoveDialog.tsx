import type { Session } from '@attune/contract/features/session'
import { Switch, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { momentText } from '../../ui/moment.ts'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useCommands, useRefusalWords, useSessionsChanged } from './acts.ts'
import { Change } from './Change.tsx'
import { calledBy } from './marks.tsx'
import { SlotTaken, conflictsOf } from './SlotTaken.tsx'
import { problemsOf, startOf, whenOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

/** Moves a session: old struck, new bold, what follows from it. Sent twice with the same content it is one act. */
export function MoveDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation('session')
  const reader = useReader()
  const zone = session.therapist.zone
  const changed = useSessionsChanged()
  const refusal = useRefusalWords('therapist')
  const commandFor = useCommands()
  const draft = useDraft(`session-move-${session.id}`, () => ({
    when: whenOf(session, zone),
    agreed: false,
    reason: '',
  }))
  const { when, agreed, reason } = draft.value
  const [problems, setProblems] = useState<WhenProblems>({})
  const [same, setSame] = useState(false)
  const name = calledBy(session, 'therapist')
  const startsAt = startOf(when, zone)
  const isSame = startsAt === new Date(session.startsAt).toISOString() && when.minutes === session.durationMinutes
  const move = useMutation({
    mutationFn: (time: { startsAt: string; durationMinutes: number }) => {
      const input = { id: session.id, agreed, reason, ...time }
      return api.session.move({ ...input, command: commandFor(input) })
    },
    onSuccess: () => {
      draft.forget()
      toast({ variant: 'success', title: t('done.moved', { name }) })
      onClose()
    },
    onSettled: changed,
  })
  const change = (next: When) => {
    draft.change({ ...draft.value, when: next })
    setProblems({})
    if (move.isError) move.reset()
  }
  const submit = () => {
    const found = problemsOf(when, zone)
    setProblems(found)
    setSame(isSame)
    if (Object.keys(found).length || isSame || !startsAt || !when.minutes) return
    move.mutate({ startsAt, durationMinutes: when.minutes })
  }
  const conflicts = conflictsOf(move.error)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('moving.title')}
      submit={t('moving.submit')}
      back={t('moving.back')}
      busy={move.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      <Change
        before={momentText(session.startsAt, reader)}
        after={startsAt && !isSame ? momentText(startsAt, reader) : null}
      />
      <WhenFields value={when} onChange={change} zone={zone} problems={problems} focus />
      {same && isSame && (
        <Note kind="info" urgent>
          {t('moving.same')}
        </Note>
      )}
      <Textarea
        label={t('moving.reason')}
        description={t('moving.reasonHint', { name })}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={500}
        value={reason}
        onChange={(event) => draft.change({ ...draft.value, reason: event.currentTarget.value })}
      />
      <Switch
        label={t('plan.agreed')}
        description={t('moving.agreedHint')}
        checked={agreed}
        onChange={(event) => draft.change({ ...draft.value, agreed: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {t(agreed ? 'moving.consequenceAgreed' : 'moving.consequence', { name })}
      </Text>
      {conflicts ? (
        <SlotTaken conflicts={conflicts} />
      ) : (
        move.isError && (
          <Note kind="danger" urgent>
            {refusal(move.error)}
          </Note>
        )
      )}
    </FormDialog>
  )
}
