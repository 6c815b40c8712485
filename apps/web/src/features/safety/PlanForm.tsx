import type { SafetyPlan } from '@attune/contract/features/safety'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../platform/faults.ts'
import { useDraft } from '../../platform/use-draft.ts'
import { DraftNote } from '../../ui/DraftNote.tsx'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { Note } from '../../ui/Note.tsx'
import { Section } from '../../ui/Section.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { Conflict } from './Conflict.tsx'
import { LineFields, PeopleFields } from './fields.tsx'
import { hasNameless, isEmpty, peopleParts, sentOf, textParts, type PlanWords } from './plan.ts'
import classes from './safety.module.css'

type Props = {
  /** The name of the form's draft. */
  name: string
  saved: SafetyPlan
  send: (plan: PlanWords & { version: number }) => Promise<SafetyPlan>
  onSaved: (plan: SafetyPlan) => void
  onCancel: () => void
}

const contentOf = ({ warningSigns, whatHelps, people, professionals, country }: SafetyPlan): PlanWords => ({
  warningSigns,
  whatHelps,
  people,
  professionals,
  country,
})
/** An empty plan starts with one line in each part. */
const withFirstLines = (plan: PlanWords): PlanWords =>
  isEmpty(plan)
    ? {
        ...plan,
        warningSigns: [''],
        whatHelps: [''],
        people: [{ name: '', phone: '' }],
        professionals: [{ name: '', phone: '' }],
      }
    : plan

/**
 * The form of the whole plan. It is kept as a draft until it is saved. If the plan was saved elsewhere meanwhile, both
 * versions are shown.
 */
export function PlanForm({ name, saved, send, onSaved, onCancel }: Props) {
  const { t } = useTranslation('safety')
  const draft = useDraft<PlanWords & { version: number }>(name, () => ({
    ...withFirstLines(contentOf(saved)),
    version: saved.version,
  }))
  const { value, dirty } = draft
  const [checked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const save = useMutation({
    mutationFn: (version: number) => send({ ...sentOf(value), version }),
    onSuccess: (plan) => {
      draft.forget()
      onSaved(plan)
    },
  })
  const theirs = codeOf(save.error) === 'CHANGED' ? (save.error as unknown as { data: SafetyPlan }).data : null
  const change = (part: Partial<PlanWords>) => {
    draft.change({ ...value, ...part })
    if (save.isError && !theirs) save.reset()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (hasNameless(value)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (!save.isPending) save.mutate(value.version)
  }
  useSaveKey(() => submit())
  if (theirs)
    return (
      <Conflict
        mine={sentOf(value)}
        theirs={theirs}
        saving={save.isPending}
        onMine={() => {
          draft.change({ ...value, version: theirs.version })
          save.mutate(theirs.version)
        }}
        onTheirs={() => {
          draft.forget()
          onSaved(theirs)
        }}
      />
    )
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <DraftNote draft={draft} />
      {textParts.map((part) => (
        <Section key={part} title={t(`parts.${part}`)} hint={t(`hints.${part}`)}>
          <LineFields part={part} lines={value[part]} onChange={(lines) => change({ [part]: lines })} />
        </Section>
      ))}
      {peopleParts.map((part) => (
        <Section key={part} title={t(`parts.${part}`)} hint={t(`hints.${part}`)}>
          <PeopleFields
            part={part}
            people={value[part]}
            checked={checked}
            onChange={(people) => change({ [part]: people })}
          />
        </Section>
      ))}
      {save.isError && (
        <Note kind="danger" urgent>
          {t('form.failed')}
        </Note>
      )}
      <div className={classes.bar}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('form.save')}
        </Button>
      </div>
      <LeaveGuard
        when={dirty && !save.isPending && !save.isSuccess}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.go')}
        onLeave={() => draft.anew()}
        lasting={draft.stored}
      />
    </form>
  )
}
