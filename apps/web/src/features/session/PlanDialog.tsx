import { defaultDurationMinutes } from '@attune/contract/common/constants'
import type { NewSession } from '@attune/contract/features/session'
import { Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import type { Picked } from './use-client-search.ts'
import { ClientsField, type Who } from './ClientsField.tsx'
import { conflictsOf } from './conflicts.ts'
import { FormatField } from './FormatField.tsx'
import { calledBy } from './marks.tsx'
import { SlotTaken } from './SlotTaken.tsx'
import { Unsent } from './Unsent.tsx'
import { nextHour, problemsOf, startOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

type Plan = Who & {
  id: string
  when: When
  format: NewSession['format']
  /** Null until it is typed: the therapist's usual place. */
  location: string | null
  agreed: boolean
}
type Problems = WhenProblems & { client?: 'clientMissing' }

/** Words for a plan that was refused; what is in the way has words of its own. */
function failure(error: unknown) {
  const code = codeOf(error)
  if (code === 'CLIENT_INACTIVE') return 'plan.inactive'
  return code === 'CONFLICT' ? 'plan.conflict' : 'plan.failed'
}

/** Plans a session. Its id is made once when the dialog opens: sent twice, it is planned once. */
export function PlanDialog(props: { client?: Picked | null; at?: When | null; onClose: () => void }) {
  const { client = null, at = null, onClose } = props
  const { t } = useTranslation('session')
  const { zone } = useReader()
  const changed = useSessionsChanged()
  const own = useQuery(query.terms.mine.queryOptions({ input: {} }))
  const draft = useDraft<Plan>(`session-plan-${client?.id ?? (at ? `${at.day}-${at.time}` : '')}`, () => ({
    id: newId(),
    clients: client ? [client] : [],
    therapyType: 'individual',
    when: at?.minutes
      ? at
      : { ...(at ?? nextHour(zone)), minutes: own.data?.durationMinutes ?? defaultDurationMinutes },
    format: 'in-person',
    location: null,
    agreed: false,
  }))
  const { id, clients, when, format, therapyType, agreed } = draft.value
  const location = draft.value.location ?? (format === 'in-person' ? (own.data?.location ?? '') : '')
  const set = (next: Partial<Plan>) => draft.change({ ...draft.value, ...next })
  const [problems, setProblems] = useState<Problems>({})
  const plan = useMutation({
    mutationFn: (input: NewSession) => api.session.plan(input),
    onSuccess: (session) => {
      draft.forget()
      const name = calledBy(session, 'therapist')
      toast({ variant: 'success', title: t(agreed ? 'done.plannedAgreed' : 'done.planned', { name }) })
      onClose()
    },
    onSettled: changed,
  })
  const change = (next: Partial<Plan>) => {
    set(next)
    setProblems({})
    if (plan.isError) plan.reset()
  }
  const submit = (anyway = false) => {
    const found: Problems = { ...problemsOf(when, zone), ...(clients.length ? {} : { client: 'clientMissing' }) }
    setProblems(found)
    const startsAt = startOf(when, zone)
    if (Object.keys(found).length || !startsAt || !when.minutes) return
    plan.mutate({
      id,
      clientIds: clients.map((one) => one.id),
      startsAt,
      durationMinutes: when.minutes,
      format,
      therapyType,
      location,
      agreed,
      anyway,
    })
  }
  const conflicts = conflictsOf(plan.error)
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('plan.title')}
      submit={t('plan.submit')}
      back={t('plan.back')}
      busy={plan.isPending}
      dirty={draft.dirty}
      onSubmit={() => submit()}
    >
      <DraftNote draft={draft} />
      <ClientsField
        value={{ clients, therapyType }}
        onChange={change}
        error={problems.client && t(`plan.${problems.client}`)}
      />
      <WhenFields
        value={when}
        onChange={(next) => change({ when: next })}
        zone={zone}
        problems={problems}
        focus={client !== null}
      />
      <FormatField value={format} onChange={(next) => set({ format: next, location: null })} />
      {format === 'video' ? (
        <Text size="sm" c="dimmed">
          {t(own.data?.videoLink ? 'plan.room' : 'plan.noRoom')}
        </Text>
      ) : (
        <TextInput
          label={t(`plan.location.${format}`)}
          value={location}
          maxLength={200}
          onChange={(event) => set({ location: event.currentTarget.value })}
        />
      )}
      <Switch
        label={t('plan.agreed')}
        description={t('plan.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
      <Unsent />
      {conflicts ? (
        <SlotTaken conflicts={conflicts} busy={plan.isPending} onAnyway={() => submit(true)} />
      ) : (
        plan.isError && (
          <Note kind="danger" urgent>
            {t(failure(plan.error))}
          </Note>
        )
      )}
    </FormDialog>
  )
}
