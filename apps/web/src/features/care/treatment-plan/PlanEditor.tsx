import type { PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { planLimits } from '@attune/contract/features/care/treatment-plan/treatment-plan.rules'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { focusFirstInvalid } from '../../../ui/base/focus-field.ts'
import { api, createId } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useDraft } from '../../../platform/draft/use-draft.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { FormError } from '../../../ui/base/FormError.tsx'
import { DateInput } from '../../../ui/input/DateInput.tsx'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { useSaveKey } from '../../../ui/page/use-save-key.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { UnsavedChangesGuard } from '../../../ui/dialog/UnsavedChangesGuard.tsx'
import { VersionConflict } from '../../../ui/editor/VersionConflict.tsx'
import { GoalFields } from './goals/GoalFields.tsx'
import { InterventionFields } from './goals/InterventionFields.tsx'
import { lacksText, newGoal, planDraftOf, sentPlan, type PlanDraft } from './plan-values.ts'
import classes from './treatment-plan.module.css'
import { useInvalidatePlans, usePlanRefusalText } from './use-plan.ts'

type Props = { view: PlanView; onClose: () => void }

/**
 * Edits a plan. Saving creates the next version. If another version was saved elsewhere in the meantime, lets the therapist choose between the two.
 */
export function PlanEditor({ view, onClose }: Props) {
  const { t } = useTranslation(['treatmentPlan', 'common'])
  const form = useRef<HTMLFormElement>(null)
  const { draft, save, theirs, checked, change, submit, problem } = usePlanEditor({ view, onClose }, form)
  const { value } = draft
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <DraftCallout draft={draft} />
      {theirs && (
        <VersionConflict
          mine={{ onChoose: () => save.mutate(theirs.plan?.number ?? 0) }}
          theirs={{
            onChoose: () => {
              draft.forget()
              onClose()
            },
          }}
        >
          {t('conflict.text')}
        </VersionConflict>
      )}
      <PlanFields value={value} checked={checked} change={change} />
      <FormError>{problem}</FormError>
      <div className={classes.bar}>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
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

type FieldsProps = { value: PlanDraft; checked: boolean; change: (part: Partial<PlanDraft>) => void }

/** The fields of all goals, the interventions and the review. */
function PlanFields({ value, checked, change }: FieldsProps) {
  const { t } = useTranslation('treatmentPlan')
  return (
    <>
      {value.goals.map((goal, index) => (
        <GoalFields
          key={goal.id}
          goal={goal}
          number={index + 1}
          checked={checked}
          onChange={(next) => change({ goals: value.goals.with(index, next) })}
          onRemove={() => change({ goals: value.goals.toSpliced(index, 1) })}
        />
      ))}
      {value.goals.length < planLimits.goals && (
        <div>
          <AddButton onClick={() => change({ goals: [...value.goals, newGoal()] })}>{t('form.addGoal')}</AddButton>
        </div>
      )}
      <InterventionFields lines={value.interventions} onChange={(interventions) => change({ interventions })} />
      <Section title={t('form.review')} hint={t('form.reviewHint')}>
        <div className={classes.day}>
          <DateInput
            label={t('form.reviewOn')}
            value={value.reviewOn ?? ''}
            onChange={(reviewOn) => change({ reviewOn: reviewOn || null })}
          />
        </div>
      </Section>
    </>
  )
}

/** Stores the draft of the plan and saves it as a version. `theirs` is the plan that was saved elsewhere in the meantime. */
function usePlanEditor({ view, onClose }: Props, form: React.RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation('treatmentPlan')
  const changed = useInvalidatePlans()
  const refusal = usePlanRefusalText()
  const { clientId } = view
  const draft = useDraft<PlanDraft>(`treatment-plan ${clientId}`, () => planDraftOf(view.plan))
  const { value } = draft
  const [checked, setChecked] = useState(false)
  const [id] = useState(createId)
  const save = useMutation({
    mutationFn: (version: number) => api.treatmentPlan.save({ id, clientId, version, ...sentPlan(value) }),
    onSuccess: async () => {
      draft.forget()
      await changed()
      toast.success(t('form.saved'))
      onClose()
    },
  })
  const theirs = errorCode(save.error) === 'CHANGED' ? (save.error as unknown as { data: PlanView }).data : null
  const change = (part: Partial<PlanDraft>) => draft.change({ ...value, ...part })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (lacksText(sentPlan(value))) focusFirstInvalid(form.current)
    else if (!save.isPending) save.mutate(value.version)
  }
  useSaveKey(() => submit())
  return { draft, save, theirs, checked, change, submit, problem: save.error && !theirs ? refusal(save.error) : null }
}
