import type { SafetyPlan } from '@attune/contract/features/care/safety/safety'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../../ui/base/focus-field.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { UnsavedChangesGuard } from '../../../../ui/dialog/UnsavedChangesGuard.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { SafetyPlanView } from './SafetyPlanView.tsx'
import { SafetyPlanLineFields, SafetyPlanContactFields } from './SafetyPlanFields.tsx'
import {
  hasUnnamedContact,
  isEmptyPlan,
  contactPlanParts,
  trimmedPlan,
  textPlanParts,
  type SafetyPlanContent,
} from './plan.ts'
import classes from '../safety.module.css'

type Props = {
  /** The name of the form's draft. */
  name: string
  saved: SafetyPlan
  send: (plan: SafetyPlanContent & { version: number }) => Promise<SafetyPlan>
  onSaved: (plan: SafetyPlan) => void
  onCancel: () => void
}

const contentOf = ({ warningSigns, whatHelps, people, professionals, country }: SafetyPlan): SafetyPlanContent => ({
  warningSigns,
  whatHelps,
  people,
  professionals,
  country,
})
/** Adds one empty line to each part of an empty plan, because the form must start with one field in each part. */
const withFirstLines = (plan: SafetyPlanContent): SafetyPlanContent =>
  isEmptyPlan(plan)
    ? {
        ...plan,
        warningSigns: [''],
        whatHelps: [''],
        people: [{ name: '', phone: '' }],
        professionals: [{ name: '', phone: '' }],
      }
    : plan

/**
 * Edits the whole safety plan. Unsaved changes are stored as a draft. If the plan was saved on another device in the
 * meantime, the form shows both versions to choose from.
 */
export function SafetyPlanForm({ name, saved, send, onSaved, onCancel }: Props) {
  const { t } = useTranslation('safety')
  const form = useRef<HTMLFormElement>(null)
  const plan = usePlanForm({ name, saved, send, onSaved }, form)
  const { draft, save, theirs, checked, change, submit } = plan
  if (theirs) return <PlanConflict plan={plan} theirs={theirs} onSaved={onSaved} />
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <DraftCallout draft={draft} />
      <PlanFields value={draft.value} checked={checked} onChange={change} />
      {save.isError && (
        <Callout kind="danger" urgent>
          {t('form.failed')}
        </Callout>
      )}
      <div className={classes.bar}>
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('form.save')}
        </Button>
      </div>
      <UnsavedChangesGuard
        when={draft.dirty && !save.isPending && !save.isSuccess}
        title={t('leave.title')}
        text={t('leave.text')}
        stay={t('leave.stay')}
        leave={t('leave.go')}
        onLeave={() => draft.startOver()}
        lasting={draft.stored}
      />
    </form>
  )
}

type ConflictProps = { plan: ReturnType<typeof usePlanForm>; theirs: SafetyPlan } & Pick<Props, 'onSaved'>

/** Shows the typed plan and the version that was saved on another device. */
function PlanConflict({ plan: { draft, save }, theirs, onSaved }: ConflictProps) {
  return (
    <VersionConflict
      isSaving={save.isPending}
      mine={{
        content: <SafetyPlanView plan={trimmedPlan(draft.value)} />,
        onChoose: () => {
          draft.change({ ...draft.value, version: theirs.version })
          save.mutate(theirs.version)
        },
      }}
      theirs={{
        content: <SafetyPlanView plan={theirs} />,
        onChoose: () => {
          draft.forget()
          onSaved(theirs)
        },
      }}
    />
  )
}

/**
 * Stores the draft of the plan and saves the plan. `theirs` is the version that was saved on another device in the
 * meantime.
 */
function usePlanForm({ name, saved, send, onSaved }: Omit<Props, 'onCancel'>, form: RefObject<HTMLFormElement | null>) {
  const draft = useDraft<SafetyPlanContent & { version: number }>(name, () => ({
    ...withFirstLines(contentOf(saved)),
    version: saved.version,
  }))
  const { value } = draft
  const [checked, setChecked] = useState(false)
  const save = useMutation({
    mutationFn: (version: number) => send({ ...trimmedPlan(value), version }),
    onSuccess: (plan) => {
      draft.forget()
      onSaved(plan)
    },
  })
  const theirs = errorCode(save.error) === 'CHANGED' ? (save.error as unknown as { data: SafetyPlan }).data : null
  const change = (part: Partial<SafetyPlanContent>) => {
    draft.change({ ...value, ...part })
    if (save.isError && !theirs) save.reset()
  }
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (hasUnnamedContact(value)) {
      focusFirstInvalid(form.current)
    } else if (!save.isPending) save.mutate(value.version)
  }
  useSaveKey(() => submit())
  return { draft, save, theirs, checked, change, submit }
}

type FieldsProps = { value: SafetyPlanContent; checked: boolean; onChange: (part: Partial<SafetyPlanContent>) => void }

/** Renders the fields of all parts of the plan. With `checked`, contacts without a name show an error. */
function PlanFields({ value, checked, onChange }: FieldsProps) {
  const { t } = useTranslation('safety')
  return (
    <>
      {textPlanParts.map((part) => (
        <Section key={part} title={t(`parts.${part}`)} hint={t(`hints.${part}`)}>
          <SafetyPlanLineFields part={part} lines={value[part]} onChange={(lines) => onChange({ [part]: lines })} />
        </Section>
      ))}
      {contactPlanParts.map((part) => (
        <Section key={part} title={t(`parts.${part}`)} hint={t(`hints.${part}`)}>
          <SafetyPlanContactFields
            part={part}
            people={value[part]}
            checked={checked}
            onChange={(people) => onChange({ [part]: people })}
          />
        </Section>
      ))}
    </>
  )
}
