import { formats, therapyTypes, type NewSession } from '@attune/contract/features/session'
import { NativeSelect, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useOnline } from '../../platform/online.ts'
import { useReader } from '../../platform/reader.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionsChanged } from './acts.ts'
import { ClientPicker, type Picked } from './ClientPicker.tsx'
import { calledBy } from './marks.tsx'
import { SlotTaken, conflictsOf } from './SlotTaken.tsx'
import { nextHour, problemsOf, startOf, type When, type WhenProblems } from './when.ts'
import { WhenFields } from './WhenFields.tsx'

type Plan = {
  id: string
  who: Picked | null
  when: When
  format: NewSession['format']
  therapyType: NonNullable<NewSession['therapyType']>
  location: string
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
export function PlanDialog({ client = null, onClose }: { client?: Picked | null; onClose: () => void }) {
  const { t } = useTranslation('session')
  const { zone } = useReader()
  const online = useOnline()
  const changed = useSessionsChanged()
  const formatId = useId()
  const draft = useDraft<Plan>(`session-plan-${client?.id ?? ''}`, () => ({
    id: newId(),
    who: client,
    when: nextHour(zone),
    format: 'in-person',
    therapyType: 'individual',
    location: '',
    agreed: false,
  }))
  const { id, who, when, format, therapyType, location, agreed } = draft.value
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
  const change = (next: When) => {
    set({ when: next })
    setProblems({})
    if (plan.isError) plan.reset()
  }
  const submit = () => {
    const found: Problems = { ...problemsOf(when, zone), ...(who ? {} : { client: 'clientMissing' }) }
    setProblems(found)
    const startsAt = startOf(when, zone)
    if (Object.keys(found).length || !startsAt || !when.minutes || !who) return
    plan.mutate({
      id,
      clientIds: [who.id],
      startsAt,
      durationMinutes: when.minutes,
      format,
      therapyType,
      location,
      agreed,
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
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      {client ? (
        <Text fw={600}>{client.name}</Text>
      ) : (
        <ClientPicker
          value={who}
          onChange={(who) => set({ who })}
          error={problems.client && t(`plan.${problems.client}`)}
        />
      )}
      <WhenFields value={when} onChange={change} zone={zone} problems={problems} focus={client !== null} />
      <div>
        <Text component="div" size="sm" fw={550} mb={4} id={formatId}>
          {t('plan.format')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby={formatId}
          value={format}
          onChange={(format) => set({ format })}
          data={formats.map((value) => ({ value, label: t(`format.${value}`) }))}
        />
      </div>
      <TextInput
        label={t(`plan.location.${format}`)}
        value={location}
        maxLength={200}
        onChange={(event) => set({ location: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('plan.kind')}
        value={therapyType}
        onChange={(event) =>
          set({ therapyType: therapyTypes.find((kind) => kind === event.currentTarget.value) ?? 'individual' })
        }
        data={therapyTypes.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <Switch
        label={t('plan.agreed')}
        description={t('plan.agreedHint')}
        checked={agreed}
        onChange={(event) => set({ agreed: event.currentTarget.checked })}
      />
      {!online && <Note kind="offline">{t('plan.offline')}</Note>}
      {conflicts ? (
        <SlotTaken conflicts={conflicts} />
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
