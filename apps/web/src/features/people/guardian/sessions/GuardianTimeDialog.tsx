import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { MessageField } from '../../../../ui/input/MessageField.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { SlotPicker, useFreeTimes } from '../../../schedule/availability/availability.ts'
import { useActingFor } from '../frame/acting-for.ts'
import { useGuardianStep } from './use-guarded-sessions.ts'

/** Returns the free times that a guardian can request for the client, for a new session or for a session to move. */
function useTimesFor(clientId: string, therapistId: string, moved: GuardedSession | null) {
  return useFreeTimes(
    (wanted) => {
      const session = moved && { sessionId: moved.id, durationMinutes: moved.durationMinutes }
      const input = { actingFor: clientId, ...wanted, ...session }
      return {
        queryKey: orpc.guardian.freeTimes.queryKey({ input }),
        queryFn: async ({ signal }) => {
          const free = await api.guardian.freeTimes(input, { signal })
          const own = Date.parse(moved?.startsAt ?? '')
          return { ...free, slots: free.slots.filter(({ startsAt }) => Date.parse(startsAt) !== own) }
        },
      }
    },
    therapistId,
    moved?.format,
  )
}

type Props = {
  /** The session to move; null for a new one. */
  session: GuardedSession | null
  onClose: () => void
}

/** Lets a guardian request a session at a free time, or another time for a session. */
export function GuardianTimeDialog({ session, onClose }: Props) {
  const { t } = useTranslation(['guardianSession', 'booking'])
  const { clientId, firstName, therapistId, therapistName: name } = useActingFor()
  const [id] = useState(createId)
  const [slot, setSlot] = useState<Slot | null>(null)
  const step = session ? 'move' : 'request'
  const draft = useDraft(`guardian-${step}-${session?.id ?? clientId}`, () => ({ message: '' }))
  const times = useTimesFor(clientId, therapistId, session)
  const durationMinutes = session?.durationMinutes ?? times.data?.durationMinutes
  const act = useGuardianStep<Slot>({
    send: ({ startsAt }) => {
      const { message } = draft.value
      const time = { actingFor: clientId, id, startsAt, durationMinutes: durationMinutes ?? 0 }
      return session
        ? api.guardian.requestMove({ ...time, sessionId: session.id, reason: message })
        : api.guardian.requestSession({ ...time, format: times.format, message })
    },
    done: () => t(`done.${step}`, { name }),
    onDone: () => {
      draft.forget()
      onClose()
    },
    showsRefusal: true,
  })
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t(`${step}.title`, { client: firstName })}
      submit={t(`${step}.submit`)}
      back={t('back')}
      busy={act.isPending}
      disabled={!slot || !durationMinutes}
      dirty={draft.dirty}
      problem={act.problem}
      onSubmit={() => slot && act.mutate(slot)}
    >
      <DraftCallout draft={draft} />
      <p>{t(`${step}.text`, { name })}</p>
      <SlotPicker plain times={times} chosen={slot} onChoose={setSlot} />
      <MessageField
        label={t('message')}
        description={t('reasonHint', { name })}
        value={draft.value.message}
        onChange={(message) => draft.change({ message })}
      />
    </FormDialog>
  )
}
